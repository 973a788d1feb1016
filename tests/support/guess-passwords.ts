// One process of several that guess at once: `tsx tests/support/guess-passwords.ts`, with the job as JSON in
// GUESSES. Prints how its guesses were answered, as JSON.
import "@/lib/features/all";
import { POST } from "@/app/api/v1/auth/login/preflight/route";
import { passwordHashCount } from "@/lib/core/passwords/password-hash";
import { openDataKeys } from "@/lib/kernel/data-keys/open-data-keys";

await openDataKeys();

const { times, email, password, publicId, tenantSecret } = JSON.parse(
  process.env.GUESSES ?? "{}",
) as {
  times: number;
  email: string;
  /** Password of each guess; a new one each time without it. */
  password?: string;
  publicId: string;
  tenantSecret: string;
};

async function guess(number: number): Promise<number> {
  const request = new Request("http://localhost:3000/api/v1/auth/login/preflight", {
    method: "POST",
    headers: {
      authorization: `Bearer ${tenantSecret}`,
      "x-tenant-id": publicId,
      "content-type": "application/json",
    },
    body: JSON.stringify({ email, password: password ?? `guess number ${number}` }),
  });
  const response = await POST(request, { params: Promise.resolve({}) });
  return response.status;
}

const statuses = await Promise.all(Array.from({ length: times }, (_, number) => guess(number)));
process.stdout.write(JSON.stringify({ statuses, hashes: passwordHashCount() }));
process.exit(0);
