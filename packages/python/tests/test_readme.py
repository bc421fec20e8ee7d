from __future__ import annotations

import re
import unittest
from pathlib import Path

from harness import Served

PAGE = Path(__file__).parent.parent / "README.md"


class Readme(unittest.TestCase):
    def test_the_first_example_runs_as_it_is_printed(self) -> None:
        example = re.search(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
        assert example is not None
        code = example[1].replace("agent.serve(port=4500)\n", "")
        names: dict[str, object] = {"__name__": "greeter"}
        exec(compile(code, str(PAGE), "exec"), names)
        served = Served(names["run"])
        self.addCleanup(served.close)
        stream = served.run(messages=[{"id": "1", "role": "user", "content": "Ada"}])
        question = stream.question()
        self.assertEqual(question["upPrompt"]["ask"], "How shall I greet Ada?")
        stream.answer(question, {"type": "edit", "content": {"value": {"greeting": "Moin"}}})
        texts = [event["delta"] for event in stream.rest() if "delta" in event]
        self.assertEqual(texts, ["Moin, Ada!"])


if __name__ == "__main__":
    unittest.main()
