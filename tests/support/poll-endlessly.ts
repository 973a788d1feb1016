// One receiver of several that poll the same stream: `tsx tests/support/poll-endlessly.ts`, with the caller,
// the stream and the number of tokens per poll as JSON in POLLING. It prints the `jti` and the subject of
// each token, a line each, and acknowledges only then. It ends when nothing is left.
import { decodeJwt } from "jose";
import { pollStream } from "@/lib/features/shared-signals/poll-stream";
import type { MachineCaller } from "@/lib/kernel/caller";
import { openDataKeys } from "@/lib/kernel/data-keys/open-data-keys";

await openDataKeys();

const { caller, streamId, maxEvents } = JSON.parse(process.env.POLLING ?? "{}") as {
  caller: Omit<MachineCaller, "scopes">;
  streamId: string;
  maxEvents: number;
};
const receiver = { ...caller, scopes: new Set<string>() };

let acknowledged: string[] = [];
for (;;) {
  const polled = await pollStream(receiver, streamId, { maxEvents, acknowledged, refused: [] });
  for (const [jti, token] of polled.tokens) {
    const { sub_id: subject } = decodeJwt(token) as { sub_id: { sub: string } };
    process.stdout.write(`${jti} ${subject.sub}\n`);
  }
  acknowledged = [...polled.tokens.keys()];
  if (acknowledged.length === 0 && !polled.moreAvailable) break;
}
process.exit(0);
