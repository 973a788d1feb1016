// One process of several that redeem codes at once: `tsx tests/support/redeem-codes.ts`, with the job as JSON
// in REDEMPTIONS. Prints the answers, as JSON.
import { POST } from "@/app/api/v1/auth/login/verify-otp/route";
import { openDataKeys } from "@/lib/kernel/data-keys/open-data-keys";

await openDataKeys();

const { bodies, challenges, publicId, tenantSecret } = JSON.parse(
  process.env.REDEMPTIONS ?? "{}",
) as {
  bodies: object[];
  /** The challenge's token of each body. */
  challenges: string[];
  publicId: string;
  tenantSecret: string;
};

async function redeem(body: object, challenge = ""): Promise<number> {
  const request = new Request("http://localhost:3000/api/v1/auth/login/verify-otp", {
    method: "POST",
    headers: {
      authorization: `Bearer ${tenantSecret}`,
      "x-tenant-id": publicId,
      "x-login-challenge": challenge,
      "content-type": "application/json",
    },
    body: JSON.stringify(body),
  });
  return (await POST(request, { params: Promise.resolve({}) })).status;
}

const statuses = await Promise.all(bodies.map((body, at) => redeem(body, challenges[at])));
process.stdout.write(JSON.stringify(statuses));
process.exit(0);
