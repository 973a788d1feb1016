// Another process that requests machine tokens until it is refused one: `tsx
// tests/support/ask-until-refused.ts`, with the form in REQUEST. Prints a line once it uses its cached
// copies, and at the end the time of the last accepted request.
import { POST } from "@/app/oauth/token/route";
import { config } from "@/lib/kernel/config/config";
import { openDataKeys } from "@/lib/kernel/data-keys/open-data-keys";
import { changeFeed } from "@/lib/kernel/db/change-feed";

await openDataKeys();

const form = new URLSearchParams(JSON.parse(process.env.REQUEST ?? "{}") as Record<string, string>);

async function ask(): Promise<number> {
  const request = new Request(`${config().baseUrl}/oauth/token`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: form.toString(),
  });
  return (await POST(request, { params: Promise.resolve({}) })).status;
}

let lastLetIn = 0;
let hasReported = false;
for (;;) {
  const sentAt = Date.now();
  if ((await ask()) !== 200) break;
  lastLetIn = sentAt;
  if (changeFeed.isConnected && !hasReported) {
    // A second request, so that the copy is cached.
    await ask();
    hasReported = true;
    process.stdout.write("kept\n");
  }
  await new Promise((resolve) => setTimeout(resolve, 10));
}
process.stdout.write(`${lastLetIn}\n`);
process.exit(0);
