import { describe, expect, test } from "vitest";
import type { AuditKind } from "@/lib/core/audit/audit-kinds";
import { type EventType, eventTypes } from "@/lib/features/shared-signals/event-types";
import { signalledKinds, signalsOf } from "@/lib/features/shared-signals/signals-of";

const at = new Date("2026-11-24T12:00:00.500Z");

/** An audit event. */
function event(kind: AuditKind, rest: Partial<Parameters<typeof signalsOf>[0]> = {}) {
  return {
    kind,
    source: "service" as const,
    actor: { type: "credential", id: "c" },
    targets: [{ type: "user", id: "u" }],
    metadata: {},
    occurredAt: at,
    ...rest,
  };
}

const changes = (kind: AuditKind, metadata: Record<string, unknown> = {}) =>
  signalsOf(event(kind, { metadata })).map(({ claims }) => [
    claims.credential_type,
    claims.change_type,
  ]);

test("every kind that causes signals has one of its type", () => {
  for (const type of Object.keys(eventTypes) as EventType[])
    for (const kind of signalledKinds([type])) {
      const found = signalsOf(event(kind, { metadata: { factors: ["totp"] } }));
      expect(
        found.map((one) => one.type),
        kind,
      ).toEqual([type]);
    }
});

test("an event without a user, one of a product and one of another kind have none", () => {
  expect(signalsOf(event("user.suspended", { targets: [] }))).toEqual([]);
  expect(signalsOf(event("user.suspended", { source: "product" }))).toEqual([]);
  expect(signalsOf(event("login.succeeded"))).toEqual([]);
});

describe("a credential change", () => {
  test("is a password that was set or replaced", () => {
    expect(changes("user.password_set")).toEqual([["password", "create"]]);
    expect(changes("user.password_changed")).toEqual([["password", "update"]]);
    expect(changes("user.password_reset")).toEqual([["password", "update"]]);
  });

  test("is an app, or a passkey by the place of its key", () => {
    expect(changes("factor.added", { type: "totp" })).toEqual([["app", "create"]]);
    const passkey = (transports: string[]) =>
      changes("factor.added", { type: "passkey", transports });
    expect(passkey(["internal", "hybrid"])).toEqual([["fido2-platform", "create"]]);
    expect(passkey(["usb", "nfc"])).toEqual([["fido2-roaming", "create"]]);
    expect(passkey([])).toEqual([["fido2-platform", "create"]]);
    expect(changes("factor.removed", { type: "totp" })).toEqual([["app", "delete"]]);
  });

  test("lists each type that a reset removed, once, in a fixed order", () => {
    const factors = ["totp", "passkey", "totp"];
    const both = [
      ["app", "revoke"],
      ["fido2-platform", "revoke"],
    ];
    expect(changes("factors.reset", { factors })).toEqual(both);
    expect(changes("factors.reset", { factors: factors.toReversed() })).toEqual(both);
    expect(changes("factors.reset", { factors: [] })).toEqual([]);
  });
});

describe("the initiator", () => {
  const entity = (kind: AuditKind, actor: string, reason?: string) =>
    signalsOf(event(kind, { actor: { type: actor, id: "x" }, metadata: { reason } }))[0]?.claims
      .initiating_entity;

  test("is the user for changes that only the user can make, whichever client sent them", () => {
    expect(entity("user.password_changed", "tenant")).toBe("user");
    expect(entity("session.revoked", "user", "logout")).toBe("user");
    expect(entity("session.revoked", "credential", "password_changed")).toBe("user");
  });

  test("is an administrator, also if a backend sent the change", () => {
    expect(entity("session.revoked", "administrator", "ended_by_administrator")).toBe("admin");
    expect(entity("session.revoked", "credential", "user_suspended")).toBe("admin");
  });

  test("is unknown if only a product knows", () => {
    expect(entity("session.revoked", "credential", "invalidated")).toBeUndefined();
    expect(entity("session.revoked", "service")).toBe("system");
  });
});

test("a step-up raises the session's level by the factor that was used", () => {
  const [signal] = signalsOf(
    event("session.reverified", {
      metadata: { method: "passkey", amr: ["hwk", "user"], account_session_id: "s" },
    }),
  );
  expect(signal).toEqual({
    type: "assuranceLevelChange",
    subject: { of: "session", userId: "u", accountSessionId: "s" },
    claims: {
      event_timestamp: Math.floor(at.getTime() / 1000),
      initiating_entity: "user",
      namespace: "RFC8176",
      current_level: "hwk",
      change_direction: "increase",
    },
  });
});

test("a signal of an event without a session's handle is about the user", () => {
  expect(signalsOf(event("session.revoked"))[0]?.subject).toEqual({ of: "user", userId: "u" });
});
