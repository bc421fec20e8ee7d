"""Write agents that people can watch, answer, pause and stop from a Countersign console.

The protocol that this package speaks is specified in docs/protocol of the Countersign repository.
"""

from .agent import Agent, Limits
from .answers import (
    Answer,
    Approved,
    Commented,
    Edited,
    Instructed,
    Instruction,
    Ranked,
    Rejected,
)
from .asking import Fault, Withdrawn
from .blocking import BlockingContext
from .context import Message, RunContext
from .gate import Stopped
from .models import up_context

__all__ = [
    "Agent",
    "Answer",
    "Approved",
    "BlockingContext",
    "Commented",
    "Edited",
    "Fault",
    "Instructed",
    "Instruction",
    "Limits",
    "Message",
    "Ranked",
    "Rejected",
    "RunContext",
    "Stopped",
    "Withdrawn",
    "up_context",
]
