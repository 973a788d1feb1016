import { expect, test } from "vitest";
import { profileOf } from "@/lib/core/users/fields";
import { exportFormats } from "@/lib/features/migration/bulk/exported-formats";
import type { ExportedUser } from "@/lib/features/migration/bulk/exported-user-store";
import { validateLine } from "@/lib/features/migration/contract/user-import";
import { formattedLines } from "@/lib/features/migration/import/import-formats";
import vectors from "@/tests/hashes/hashes.json" with { type: "json" };

const hashes = [
  null,
  vectors.hashes["argon2id by argon2-cffi"],
  vectors.hashes["bcrypt by bcrypt"],
  vectors.hashes["PBKDF2-SHA256 by passlib"],
];

/** Users of every kind that formats distinguish. */
const users = hashes.flatMap((passwordHash) =>
  [true, false].flatMap((emailVerified) =>
    [null, "crm-7"].map(
      (externalId): ExportedUser => ({
        ...{ id: "01991b2c-7d8e-7f3a-8b4c-5d6e7f809100", email: "ada@acme.example" },
        ...profileOf({ display_name: externalId, external_id: externalId, locale: "de" }),
        ...{ passwordHash, emailVerified },
        memberships: [{ organization: "acme", role: "editor" }],
        // One of them is inactive.
        membershipCount: 2,
      }),
    ),
  ),
);

async function* file(text: string) {
  yield Buffer.from(text);
}

test.each(Object.entries(exportFormats))(
  "%s contains no more of a user than is stored, and counts the values that it leaves out",
  async (format, { before, after, user: write }) => {
    for (const user of users) {
      const { text, left } = write(user);
      const lines = formattedLines(
        file(before + text + after),
        format as keyof typeof exportFormats,
        validateLine,
      );
      const { value: line } = await lines.next();
      const brought = line && "user" in line ? line.user : null;
      expect(brought?.email ?? null).toBe(left.addresses === 1 ? null : user.email);
      if (!brought) continue;
      expect(brought).toMatchObject({ displayName: user.displayName, status: null });
      expect([user.externalId ?? user.id, user.externalId]).toContain(brought.externalId);
      expect(brought.emailVerified).toBe(user.emailVerified);
      expect(brought.password !== null).toBe(user.passwordHash !== null && left.hashes === 0);
      expect(brought.memberships).toHaveLength(user.membershipCount - left.memberships);
    }
    const unproved = users.filter(({ emailVerified }) => !emailVerified).map(write);
    const lacking = unproved.filter(({ left }) => left.addresses === 1);
    expect(lacking).toHaveLength(format === "logto" ? unproved.length : 0);
  },
);
