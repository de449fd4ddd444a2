"""The options that commands share. Help texts are keys of `locales/<language>/cli.toml`."""

from pathlib import Path
from typing import Annotated

import typer

Suites = Annotated[list[str], typer.Argument(help="help.suites", metavar="SUITE")]
OneSuite = Annotated[str, typer.Argument(help="help.suite", metavar="SUITE")]
Files = Annotated[list[Path], typer.Argument(help="help.files", metavar="FILE")]
Directory = Annotated[Path, typer.Argument(help="help.directory", metavar="DIR")]
ScenarioId = Annotated[str, typer.Argument(help="help.scenario", metavar="ID")]
What = Annotated[str, typer.Argument(help="help.what", metavar="suite|conversation|results")]

AgentSpec = Annotated[str, typer.Option("--agent", help="help.agent", metavar="SPEC")]
User = Annotated[str, typer.Option("--user", help="help.user", metavar="scripted")]
Trials = Annotated[int, typer.Option("--trials", min=1, help="help.trials", metavar="N")]
Seed = Annotated[int, typer.Option("--seed", help="help.seed", metavar="N")]
Concurrency = Annotated[int, typer.Option("--concurrency", min=1, help="help.concurrency", metavar="N")]
Only = Annotated[list[str] | None, typer.Option("--only", help="help.only", metavar="ID|tag:TAG")]
Json = Annotated[Path | None, typer.Option("--json", help="help.json", metavar="F")]
Export = Annotated[Path | None, typer.Option("--export", help="help.export", metavar="F")]
Out = Annotated[Path, typer.Option("--out", help="help.out", metavar="F")]
To = Annotated[str, typer.Option("--to", help="help.to", metavar="conversations|cases|FORMAT")]
WorldOf = Annotated[str | None, typer.Option("--world", help="help.world", metavar="SPEC")]
KeepPersonal = Annotated[bool, typer.Option("--keep-personal-data", help="help.keep_personal")]
Cases = Annotated[str | None, typer.Option("--cases", help="help.cases", metavar="F")]
Format = Annotated[str, typer.Option("--format", help="help.format", metavar="NAME")]
MaxErrors = Annotated[int, typer.Option("--max-errors", min=0, help="help.max_errors", metavar="N")]
Retries = Annotated[int, typer.Option("--agent-retries", min=0, help="help.agent_retries", metavar="N")]
Timeout = Annotated[
    float | None, typer.Option("--timeout", min=0.001, help="help.timeout", metavar="SECONDS")
]
HangingLimit = Annotated[float, typer.Option("--timeout", min=0.001, help="help.hanging", metavar="SECONDS")]
Lang = Annotated[str | None, typer.Option("--lang", help="help.lang", metavar="es|en")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="help.quiet")]
