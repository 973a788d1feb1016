import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { profileFields } from "@/lib/core/users/fields";

// A field of a user's profile is spelled in lib/core/users/fields.ts, and everything that lists the fields is
// derived from that table. `locale` stands for all of them: a further file that names it either uses the
// value, and is added here with the reason, or begins another list.

const TABLE = "lib/core/users/fields.ts";
const MAIL = "the language of a mail to the user";
const PAGES = "the language of a page's reader";

const uses: Readonly<Record<string, string>> = {
  "lib/core/account-security/change-password.ts": MAIL,
  "lib/core/account-security/remove-factor.ts": MAIL,
  "lib/core/factors/recovery-code-factor.ts": MAIL,
  "lib/core/factors/tell-of-factors.ts": MAIL,
  "lib/core/factors/factor.ts": MAIL,
  "lib/core/login/login-subject-store.ts": MAIL,
  "lib/core/factors/mail-code.ts": MAIL,
  "lib/core/password-links/redeem-password-link.ts": MAIL,
  "lib/core/password-links/send-password-reset.ts": MAIL,
  "lib/core/platform/send-invitation.ts": MAIL,
  "lib/core/trusted-devices/create-trusted-device.ts": MAIL,
  "lib/core/users/first-sign-in.ts": MAIL,
  "lib/core/users/move-address.ts": MAIL,
  "lib/core/oidc/http/cookies.ts": PAGES,
  "lib/core/oidc/pages/frame.tsx": PAGES,
  "lib/core/oidc/pages/page-look.ts": PAGES,
  "lib/core/oidc/pages/page-start.ts": PAGES,
  "lib/core/oidc/pages/page.tsx": PAGES,
  "lib/core/oidc/sign-in/refused-authorization.tsx": PAGES,
  "lib/core/oidc/provider/account-store.ts": "the claim of OpenID Connect",
  "lib/core/oidc/provider/find-account.ts": "the claim of OpenID Connect",
  "lib/core/oidc/provider/scopes-and-claims.ts": "the claim of OpenID Connect",
};

/** Folders of users: their nouns and flows, the API, imports and exports, the dashboard's pages, fixtures. */
const folders = [
  ...["lib/core", "lib/features/migration", "app/api", "cli", "tools/dev"],
  ":(literal)app/dashboard/[tenant]/[environment]/users",
];

test("a user's locale is named in the table of fields, and beyond it where its value is used", () => {
  const listed = execFileSync("git", ["ls-files", ...folders], { encoding: "utf8" });
  const production = listed.split("\n").filter((file) => /(?<!\.test)\.tsx?$/.test(file));
  expect(production).toContain(TABLE);
  expect(production.some((file) => file.endsWith("users/profile-fields.tsx"))).toBe(true);
  const naming = production.filter((file) => /\blocale\b/.test(readFileSync(file, "utf8")));
  expect(naming.toSorted()).toEqual([TABLE, ...Object.keys(uses)].toSorted());
  expect(Object.keys(profileFields)).toContain("locale");
});
