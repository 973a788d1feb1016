import { expect, test } from "vitest";
import { spelledIn } from "@/tests/support/spelled-in";

// A thing is spelled where it is defined, and everything else derives from there. Each row names a sample
// of a kind of thing and the files that spell it, so that the next of its kind changes no others.

/** A route and an OAuth endpoint list the errors that they answer. */
const listsOfErrors = /refus/i;

const things: readonly {
  kind: string;
  name: string;
  /** Lists that use such names, by the names of what holds them. */
  lists?: RegExp;
  files: readonly string[];
}[] = [
  ...[
    ["enrolment_app_invalid", "enrolment-errors"],
    ["external_principal_duplicate", "external-identity-errors"],
    ["installation_limit_reached", "enrolment-errors"],
    ["organization_type_not_resolved", "access-errors"],
    ["service_overloaded", "request-errors"],
    ["session_activity_expired", "session-errors"],
    ["session_idle_timeout", "session-errors"],
    ["step_up_required", "request-errors"],
    ["use_dpop_nonce", "oauth-errors"],
    ["unsupported_grant_type", "oauth-errors"],
  ].map(([name = "", file]) => ({
    kind: "an error",
    name,
    lists: listsOfErrors,
    files: [`lib/kernel/errors/${file}.ts`],
  })),
  {
    kind: "a layer of access",
    name: "role_denied",
    files: [
      // The page that fixes it.
      "app/dashboard/[tenant]/[environment]/users/[user]/access/layers.ts",
      "lib/kernel/errors/access-errors.ts",
    ],
  },
];

test.each(things)("$kind is spelled in one place: $name", ({ name, lists, files }) => {
  expect(spelledIn(new RegExp(name), lists ? { lists } : {})).toEqual(files);
});
