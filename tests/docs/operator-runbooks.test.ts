import "@/tests/support/issuer-port";

import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inviteOperator } from "@/lib/core/operators/invite-operator";
import { noRequest } from "@/lib/kernel/caller";
import { runWorker } from "@/lib/kernel/jobs/run-worker";
import { aTenant } from "@/tests/builders/a-tenant";
import { allowDevice } from "@/tests/support/allow-device";
import { documented } from "@/tests/support/documented";
import { aDocumentedShell, type DocumentedShell } from "@/tests/support/documented-shell";
import { idleHandlers } from "@/tests/support/idle-handlers";
import { startMailServer } from "@/tests/support/mail-server";
import { aWholeService } from "@/tests/support/whole-service";

// The commands of docs/OPERATIONS.md, against a service that runs.

let service: Awaited<ReturnType<typeof aWholeService>>;
let shell: DocumentedShell;
let tenant: string;
beforeAll(async () => {
  service = await aWholeService();
  shell = aDocumentedShell();
  tenant = (await aTenant()).publicId;
}, 60_000);
afterAll(async () => {
  shell.end();
  await service.stop();
});

test("an operator is invited by a link", async () => {
  const invite = documented("docs/OPERATIONS.md", "npm run atrium -- operator invite");
  expect(await shell.run(invite)).toContain(`${service.baseUrl}/`);
}, 60_000);

test("an operator token is made, and lists the tenants", async () => {
  const listed = await shell.run(
    documented("docs/OPERATIONS.md", "TOKEN=$(", {
      "https://id.example.com": service.baseUrl,
      "curl ": "curl --silent --show-error --fail-with-body ",
    }),
  );
  expect(listed).toContain(tenant);
}, 60_000);

test("an operator signs in from any machine, by a code", async () => {
  const by = { actor: { type: "operator", id: "tests" }, context: noRequest } as const;
  const { userId } = await inviteOperator(by, "grace@operators.example", { mail: false });
  let output = "";
  let allowed: Promise<unknown> | undefined;
  const collect = (part: string) => {
    output += part;
    const [, code] = /type the code\s+([A-Z]{4}-[A-Z]{4})/.exec(output) ?? [];
    if (code) allowed ??= allowDevice(code, userId);
  };
  const commands = documented("docs/OPERATIONS.md", "npx atrium login", {
    "https://id.example": service.baseUrl,
    "curl ": "curl --silent --show-error --fail-with-body ",
  });
  const home = { XDG_CONFIG_HOME: join(shell.folder, "home") };
  const answers = await shell.run(commands, home, collect);
  await allowed;
  expect(output).toContain("as grace@operators.example");
  expect(answers).toContain(tenant);
  expect(answers).toContain('"version"');
}, 60_000);

test("doctor finds an installation well that works", async () => {
  const worker = await runWorker(idleHandlers());
  const mail = await startMailServer();
  const doctor = documented("docs/OPERATIONS.md", "npm run atrium -- doctor");
  try {
    expect(await shell.run(doctor, { ATRIUM_SMTP_URL: mail.url })).toMatch(/ 0 failed/);
  } finally {
    await Promise.all([worker.stop(), mail.stop()]);
  }
}, 60_000);
