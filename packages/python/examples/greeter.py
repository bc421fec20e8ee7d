"""Run it: python3 examples/greeter.py. Then add the printed descriptor to Countersign, and start a task with "Ada"."""

from countersign_agent import Agent, Approved, Edited, RunContext
from pydantic import BaseModel, Field

agent = Agent(id="greeter", name="Greeter")


class Greeting(BaseModel):
    greeting: str = Field(title="Greeting", description="The word before the name", min_length=1)


@agent.run
async def run(ctx: RunContext):
    answer = await ctx.ask(
        f"How shall I greet {ctx.user_text}?",
        proposal=Greeting(greeting="Hello"),
        allowed=["approve", "edit", "reject"],
    )
    match answer:
        case Approved(value) | Edited(value):
            async with ctx.message() as message:
                for word in f"{value.greeting}, {ctx.user_text}!".split(" "):
                    await message.text(word + " ")
                    await ctx.sleep(0.1)  # Pause and stop take effect here, and at every await.
            await ctx.upformat("completed", payload={"greeting": value.greeting})
        case _:
            await ctx.say("Then I say nothing.")


if __name__ == "__main__":
    agent.serve(port=4500)
