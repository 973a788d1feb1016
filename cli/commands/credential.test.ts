import { expect, test } from "vitest";
import { POST as tokenRoute } from "@/app/oauth/token/route";
import { aTenant } from "@/tests/builders/a-tenant";
import { atrium, atriumJson } from "@/tests/support/command-line";

const createCommand = (tenant: string, more: string[]) => [
  ...["credential", "create", "--tenant", tenant, "--environment", "production"],
  ...["--name", "Provisioning", ...more],
];

test("the printed credential gets a machine token with the chosen scopes", async () => {
  const { publicId } = await aTenant();
  const made = await atriumJson<{ client_id: string; client_secret: string }>(
    createCommand(publicId, [
      "--purpose",
      "management_automation",
      "--scopes",
      "users:read,users:write",
    ]),
  );
  const response = await tokenRoute(
    new Request("http://localhost:3000/oauth/token", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({
        grant_type: "client_credentials",
        client_id: made.client_id,
        client_secret: made.client_secret,
      }).toString(),
    }),
    { params: Promise.resolve({}) },
  );
  expect(await response.json()).toMatchObject({ scope: "users:read users:write" });
}, 120_000);

test("an unknown scope, a runtime scope for automation and an unknown place are refused with an explanation", async () => {
  const { publicId } = await aTenant();
  const automation = ["--purpose", "management_automation", "--scopes"];
  const attempts: [string[], RegExp][] = [
    [createCommand(publicId, [...automation, "users:fly"]), /There is no scope users:fly/],
    [createCommand(publicId, [...automation, "tokens:issue"]), /cannot be chosen/],
    [createCommand(publicId, [...automation, ""]), /choose at least one/],
    [createCommand(publicId, ["--purpose", "other", "--scopes", "all"]), /Allowed choices/],
    [createCommand("atr_AAAAAAAAAAAAAAAAAAAAAA", [...automation, "all"]), /There is no tenant/],
    [
      [...createCommand(publicId, [...automation, "all"]), "--environment", "moon"],
      /no environment moon/,
    ],
  ];
  for (const [args, words] of attempts) {
    const { code, stdout, stderr } = await atrium(args);
    expect({ code, stdout }, args.join(" ")).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(words);
  }
}, 120_000);
