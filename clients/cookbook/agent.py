"""Answers a question with a language model that calls the tools of the server.

Any model with the chat API of OpenAI works, also one on your machine (Ollama, llama.cpp, vLLM). If it needs a key, set
MODEL_KEY. The model gets the skill of the server, which has the costs of the tools. A question calls at most 8 of them.

    pip install alir
    export ALIR_API_KEY=... ALIR_BASE_URL=... MODEL_URL=http://127.0.0.1:11434/v1 MODEL=qwen3
    python agent.py 'Which brokers bought MEDC from 2026-01-05 to 2026-01-22?'

With a file of questions, it prints the answers that `scripts/grade-agent.mjs` grades:

    python agent.py clients/agent/questions.json > answers.json
"""

import json
import os
import sys
import uuid

import httpx
from alir import Alir

MAX_CALLS = 8


class Tools:
    """The tools of the server, over MCP."""

    def __init__(self, client):
        self.post = client.post

    def request(self, method, params):
        message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        headers = {
            "Authorization": f"Bearer {os.environ['ALIR_API_KEY']}",
            "Accept": "application/json, text/event-stream",
            "Idempotency-Key": str(uuid.uuid4()),
        }
        answer = self.post(f"{os.environ['ALIR_BASE_URL']}/mcp", json=message, headers=headers)
        answer.raise_for_status()
        return answer.json()["result"]

    def list(self):
        return [
            {"type": "function", "function": {"name": tool["name"], "description": tool["description"], "parameters": tool["inputSchema"]}}
            for tool in self.request("tools/list", {})["tools"]
        ]

    def call(self, name, arguments):
        return self.request("tools/call", {"name": name, "arguments": arguments})["content"][0]["text"]


def answer(client, skill, question):
    """The answer of the model, and the tools that it called."""
    tools = Tools(client)
    functions = tools.list()
    model_key = {"Authorization": f"Bearer {os.environ['MODEL_KEY']}"} if os.environ.get("MODEL_KEY") else {}
    messages = [{"role": "system", "content": skill}, {"role": "user", "content": question}]
    called = []
    while True:
        # Without tools, the model has to answer.
        offered = {"tools": functions} if len(called) < MAX_CALLS else {}
        response = client.post(
            f"{os.environ['MODEL_URL']}/chat/completions",
            json={"model": os.environ["MODEL"], "messages": messages, **offered},
            headers=model_key,
        )
        response.raise_for_status()
        message = response.json()["choices"][0]["message"]
        messages.append(message)
        if not message.get("tool_calls"):
            return message["content"].strip(), called
        for call in message["tool_calls"]:
            name, arguments = call["function"]["name"], json.loads(call["function"]["arguments"])
            called.append(name)
            messages.append({"role": "tool", "tool_call_id": call["id"], "content": tools.call(name, arguments)})


if __name__ == "__main__":
    asked = sys.argv[1]
    with Alir() as alir, httpx.Client(timeout=600) as http:
        skill = alir.skill().data
        if asked.endswith(".json"):
            quiz = json.load(open(asked))
            answers = {}
            for each in quiz["questions"]:
                text, used = answer(http, skill, f"{each['question']}\n\nThe form of your answer: {quiz['answers']}")
                answers[each["id"]] = {"answer": text, "tools": used}
            print(json.dumps(answers, indent=2))
        else:
            print(answer(http, skill, asked)[0])
