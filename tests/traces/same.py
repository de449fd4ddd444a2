"""The same conversation as each format of messages has it."""

CHAT = [
    {"role": "developer", "content": "You mend cars."},
    {
        "role": "user",
        "content": [{"type": "text", "text": "my brakes"}, {"type": "image_url", "image_url": {}}],
    },
    {
        "role": "assistant",
        "content": "Let me look.",
        "tool_calls": [
            {"id": "a", "type": "function", "function": {"name": "find_car", "arguments": '{"plate": "KZ"}'}},
            {"id": "b", "type": "function", "function": {"name": "find_car", "arguments": '{"plate": '}},
        ],
    },
    {"role": "tool", "tool_call_id": "b", "content": "Error: no plate"},
    {"role": "tool", "tool_call_id": "a", "content": '{"car": 1}'},
    {"role": "assistant", "content": "It is here."},
]
RESPONSE = {
    "object": "response",
    "instructions": "You mend cars.",
    "input": [
        {"role": "user", "content": [{"type": "input_text", "text": "my brakes"}, {"type": "input_image"}]},
        {
            "type": "message",
            "role": "assistant",
            "content": [{"type": "output_text", "text": "Let me look."}],
        },
        {"type": "function_call", "call_id": "a", "name": "find_car", "arguments": '{"plate": "KZ"}'},
        {"type": "function_call", "call_id": "b", "name": "find_car", "arguments": '{"plate": '},
        {"type": "function_call_output", "call_id": "b", "output": "Error: no plate"},
        {"type": "function_call_output", "call_id": "a", "output": '{"car": 1}'},
    ],
    "output": [
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "It is here."}]}
    ],
}
ANTHROPIC = {
    "system": [{"type": "text", "text": "You mend cars."}],
    "messages": [
        {"role": "user", "content": [{"type": "text", "text": "my brakes"}, {"type": "image", "source": {}}]},
        {
            "role": "assistant",
            "content": [
                {"type": "text", "text": "Let me look."},
                {"type": "tool_use", "id": "a", "name": "find_car", "input": {"plate": "KZ"}},
                {"type": "tool_use", "id": "b", "name": "find_car", "input": '{"plate": '},
            ],
        },
        {
            "role": "user",
            "content": [
                {"type": "tool_result", "tool_use_id": "b", "content": "Error: no plate", "is_error": True},
                {
                    "type": "tool_result",
                    "tool_use_id": "a",
                    "content": [{"type": "text", "text": '{"car": 1}'}],
                },
            ],
        },
        {"role": "assistant", "content": "It is here."},
    ],
}
BEDROCK = {
    "system": [{"text": "You mend cars."}],
    "messages": [
        {"role": "user", "content": [{"text": "my brakes"}, {"image": {"format": "png"}}]},
        {
            "role": "assistant",
            "content": [
                {"text": "Let me look."},
                {"toolUse": {"toolUseId": "a", "name": "find_car", "input": {"plate": "KZ"}}},
                {"toolUse": {"toolUseId": "b", "name": "find_car", "input": '{"plate": '}},
            ],
        },
        {
            "role": "user",
            "content": [
                {
                    "toolResult": {
                        "toolUseId": "b",
                        "content": [{"text": "Error: no plate"}],
                        "status": "error",
                    }
                },
                {"toolResult": {"toolUseId": "a", "content": [{"text": '{"car": 1}'}], "status": "success"}},
            ],
        },
        {"role": "assistant", "content": [{"text": "It is here."}]},
    ],
}
LANGCHAIN = {
    "messages": [
        {"type": "system", "content": "You mend cars."},
        {"type": "human", "content": [{"type": "text", "text": "my brakes"}, {"type": "image_url"}]},
        {
            "type": "ai",
            "content": [
                {"type": "text", "text": "Let me look."},
                {"type": "tool_use", "id": "a", "name": "find_car"},
            ],
            "tool_calls": [{"name": "find_car", "args": {"plate": "KZ"}, "id": "a", "type": "tool_call"}],
            "invalid_tool_calls": [{"name": "find_car", "args": '{"plate": ', "id": "b", "error": "…"}],
        },
        {
            "type": "tool",
            "tool_call_id": "b",
            "name": "find_car",
            "content": "Error: no plate",
            "status": "error",
        },
        {
            "type": "tool",
            "tool_call_id": "a",
            "name": "find_car",
            "content": '{"car": 1}',
            "status": "success",
        },
        {"type": "ai", "content": "It is here."},
    ]
}
SAME = {
    "openai-chat": CHAT,
    "openai-responses": RESPONSE,
    "anthropic": ANTHROPIC,
    "bedrock": BEDROCK,
    "langchain": LANGCHAIN,
}
