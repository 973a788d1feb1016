// Run as a process of its own: redeems an enrolment token many times at once, each with a new key, and prints
// the answers. REDEMPTIONS has the job.
import { POST } from "@/app/api/v1/enrolment/redeem/route";
import { openDataKeys } from "@/lib/kernel/data-keys/open-data-keys";
import { connections } from "@/lib/kernel/db/connections";
import { anInstallationKey, aProof } from "@/tests/builders/an-installation";

// Some of its jobs begin while the database is away.
await openDataKeys().catch(() => {});

interface Job {
  times: number;
  /** One token for all, or one each. */
  tokens: string[];
  oneByOne?: boolean;
}

const { times, tokens, oneByOne } = JSON.parse(process.env.REDEMPTIONS ?? "") as Job;

const requests = await Promise.all(
  Array.from({ length: times }, async (_, index) => {
    const token = tokens[index % tokens.length] ?? "";
    const key = await anInstallationKey();
    const proof = await aProof(token, key);
    return { token, public_key: key.publicKey, proof, name: "press-hall-3" };
  }),
);

async function redeem(body: object): Promise<string> {
  const request = new Request("http://localhost:3000/api/v1/enrolment/redeem", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const response = await POST(request, { params: Promise.resolve({}) });
  const answer = (await response.json()) as { code?: string };
  return `${response.status}${answer.code ? ` ${answer.code}` : ""}`;
}

const answers: string[] = [];
if (oneByOne) for (const body of requests) answers.push(await redeem(body));
else answers.push(...(await Promise.all(requests.map(redeem))));
process.stdout.write(JSON.stringify(answers));
await connections.end();
