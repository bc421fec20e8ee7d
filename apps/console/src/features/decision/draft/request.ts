import type { Prompt } from '@countersign/api/prompt';
import { routePath } from '@countersign/api/routes/route-path';
import { isAside } from '@countersign/desk/accept-answer';
import { withExactNumbers } from '@countersign/json/exact-number';
import type { UpFeedback } from '@countersign/upformat/message';

/** An answer as it would leave now. */
export interface Leaving {
  prompt: Prompt;
  feedback: UpFeedback;
  /** Answered although another operator holds the prompt. */
  despiteClaim: boolean;
}

/** Where it is posted to. */
export const pathOf = ({ prompt, feedback }: Leaving) =>
  routePath(
    isAside(prompt, feedback.type)
      ? 'POST /api/prompts/:id/comments'
      : 'POST /api/prompts/:id/decisions',
    { id: prompt.id },
  );

/** The body that is posted when Send is pressed. */
export const bodyOf = ({ prompt, feedback, despiteClaim }: Leaving, idempotencyKey: string) =>
  isAside(prompt, feedback.type)
    ? { feedback, idempotencyKey }
    : {
        feedback,
        digest: prompt.digest,
        ...(despiteClaim ? { despiteClaim } : {}),
        idempotencyKey,
      };

const keyMark = 'IDEMPOTENCY_KEY';

/** The same request for a shell, its numbers as they were written. The token comes from the environment: it is never shown. */
export function curlOf(leaving: Leaving): string {
  const body = withExactNumbers(JSON.stringify(bodyOf(leaving, keyMark)));
  // The key is the last member: text of the operator that looks like the mark is not changed.
  const cut = body.lastIndexOf(keyMark);
  const quote = (text: string) => text.replaceAll("'", `'\\''`);
  const quoted = `'${quote(body.slice(0, cut))}'"$(uuidgen)"'${quote(body.slice(cut + keyMark.length))}'`;
  return [
    `curl -X POST '${quote(`${location.origin}${pathOf(leaving)}`)}'`,
    `  -H "authorization: Bearer $COUNTERSIGN_TOKEN"`,
    `  -H 'content-type: application/json'`,
    `  --data ${quoted}`,
  ].join(' \\\n');
}
