import asyncio
import unittest
from enum import Enum

from countersign_agent import up_context
from countersign_agent.asking import Question, read_answer
from countersign_agent.models import InvalidValue, json_of, schema_of, value_of
from countersign_agent.problems import Problem

try:
    from pydantic import BaseModel, Field
except ImportError:  # The package works without it, with objects and JSON Schemas.
    BaseModel = None  # type: ignore[assignment,misc]


class Schemas(unittest.TestCase):
    def test_a_schema_is_described_by_path_with_its_limits(self) -> None:
        schema = {
            "title": "Shortlist",
            "$defs": {
                "Person": {
                    "type": "object",
                    "properties": {"email": {"type": "string", "format": "email", "description": "Contact address"}},
                    "required": ["email"],
                }
            },
            "type": "object",
            "properties": {
                "people": {"type": "array", "maxItems": 5, "items": {"$ref": "#/$defs/Person"}},
                "rate": {"type": "number", "minimum": 0, "maximum": 200, "x-concepts": "schema:price"},
                "level": {"enum": ["junior", "expert"], "title": "Level"},
            },
            "required": ["people"],
        }
        context = up_context(schema)
        self.assertEqual(context["entity"], "Shortlist")
        self.assertEqual(context["fields"], {"people[].email": "Contact address", "level": "Level"})
        self.assertEqual(
            context["constraints"],
            {
                "people": "required, at most 5 items",
                "people[].email": "required, email",
                "rate": "at least 0, at most 200",
                "level": "one of junior, expert",
            },
        )
        self.assertEqual(context["concepts"], ["schema:price"])
        self.assertIs(context["schema"], schema)

    def test_a_schema_that_refers_to_itself_ends(self) -> None:
        schema = {"type": "object", "properties": {"child": {"$ref": "#"}, "loop": {"$ref": "#/properties/loop"}}}
        self.assertIn("child", str(up_context(schema)))


@unittest.skipIf(BaseModel is None, "needs Pydantic")
class Models(unittest.TestCase):
    def setUp(self) -> None:
        class Level(str, Enum):
            JUNIOR = "junior"
            EXPERT = "expert"

        class Person(BaseModel):
            """A person to invite."""

            email: str = Field(description="Contact address")
            level: Level = Level.EXPERT

        class Shortlist(BaseModel):
            people: list[Person]
            rate: float = Field(gt=0, description="EUR an hour")

        self.model = Shortlist
        self.value = {"people": [{"email": "ada@example.test", "level": "junior"}], "rate": 90.5}

    def test_a_model_is_described_as_its_schema_is(self) -> None:
        context = up_context(self.model)
        self.assertEqual(context["entity"], "Shortlist")
        self.assertEqual(context["fields"]["people[].email"], "Contact address")
        self.assertEqual(context["constraints"]["rate"], "required, more than 0")
        self.assertEqual(context["constraints"]["people[].level"], "one of junior, expert")
        self.assertEqual(context["schema"], schema_of(self.model))

    def test_a_value_comes_back_as_the_model(self) -> None:
        read = value_of(self.model, self.value)
        self.assertIsInstance(read, self.model)
        self.assertEqual(json_of(read), self.value)

    def test_an_answer_has_the_type_of_the_model_or_is_refused(self) -> None:
        question = Question({"upPrompt": {}}, self.model, self.value, asyncio.new_event_loop().create_future())
        said = {"agentId": "operator:ada"}
        approved = read_answer(question, {**said, "upFeedback": {"type": "approve"}})
        self.assertIsInstance(approved.value, self.model)
        for content in ({"text": "a bit less"}, {"value": {"people": []}}):
            with self.assertRaises(Problem):
                read_answer(question, {**said, "upFeedback": {"type": "edit", "content": content}})
        question.proposal = {}
        with self.assertRaises(Problem):
            read_answer(question, {**said, "upFeedback": {"type": "approve"}})

    def test_what_does_not_fit_is_named_by_its_place(self) -> None:
        with self.assertRaises(InvalidValue) as raised:
            value_of(self.model, {"people": [{}], "rate": 0})
        self.assertEqual([fault["path"] for fault in raised.exception.faults], ["/people/0/email", "/rate"])


if __name__ == "__main__":
    unittest.main()
