import { z } from "zod";
import { eachColumn, profileOf } from "@/lib/core/users/fields";
import {
  PreviousSystemFailed,
  type PreviousUser,
} from "@/lib/features/migration/previous-system/previous-system";

// Values are stored as a line of text: PostgreSQL accepts neither NUL nor half of a surrogate pair.
const line = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), "must be a line of text");

/** The previous system's response (docs/guides/migrate-lazily.md). Unknown fields are ignored: it is
 *  another system's response. */
const Answer = z.discriminatedUnion("authenticated", [
  z.object({ authenticated: z.literal(false) }),
  z.object({
    authenticated: z.literal(true),
    user: z
      .object({
        ...eachColumn(({ longest, format }) =>
          (format ? z.string().regex(format.pattern) : line(longest)).nullish(),
        ),
        email_verified: z.boolean().nullish(),
        memberships: z
          .array(z.object({ organization: line(255), role: line(64) }))
          .max(100)
          .nullish(),
      })
      .nullish(),
  }),
]);

/** Validates a response.
 *  @returns the user, or null if the password is wrong
 *  @throws PreviousSystemFailed with the first invalid field */
export function readPreviousAnswer(value: unknown): PreviousUser | null {
  const parsed = Answer.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field = issue?.path.join(".") || "the answer";
    throw new PreviousSystemFailed(`its answer is not as agreed: ${field}`.slice(0, 200));
  }
  if (!parsed.data.authenticated) return null;
  const { user } = parsed.data;
  return {
    ...profileOf(user ?? {}),
    emailVerified: user?.email_verified ?? false,
    memberships: user?.memberships ?? [],
  };
}
