import { z } from "zod";
import { namesOf, problemFields } from "@/lib/kernel/errors/catalogue";
import { sessionEnds } from "@/lib/kernel/errors/session-errors";
import { loginFailures } from "@/lib/kernel/errors/sign-in-errors";

/** Error of one field. */
const FieldError = z
  .object({
    pointer: z
      .string()
      .optional()
      .meta({
        description: "Where in the body, as a JSON pointer (RFC 6901); empty for the whole body.",
        examples: ["/memberships/0/role_id"],
      }),
    parameter: z.string().optional().meta({ description: "The query parameter, instead." }),
    detail: z.string().meta({ description: "What is wrong. May change." }),
    suggestion: z
      .string()
      .optional()
      .meta({ description: "The name that was meant, most likely.", examples: ["email"] }),
  })
  .meta({ id: "FieldError" });

const ofSingleCodes: Record<string, z.ZodType> = Object.fromEntries(
  Object.entries(problemFields).flatMap(([code, fields]) =>
    Object.entries(fields).map(([name, field]) => [
      name,
      field.describe(`With \`${code}\`: ${field.description}`).optional(),
    ]),
  ),
);

/** Error of every JSON plane (RFC 7807). */
export const Problem = z
  .looseObject({
    status: z.int().meta({ description: "The HTTP status, repeated.", examples: [404] }),
    title: z.string().meta({ description: "For people. Don't parse this text." }),
    code: z
      .string()
      .optional()
      .meta({ description: "Stable; additive, never renamed. Keep a default branch." }),
    detail: z.string().optional().meta({ description: "For a log. May change." }),
    errors: z.array(FieldError).optional().meta({
      description:
        "With 400, 409 and 422: each field that is wrong, at most 100. `errors_total` says how many there are, when there are more.",
    }),
    errors_total: z.int().optional(),
    suggestion: z
      .string()
      .optional()
      .meta({
        description:
          "With the 404 of a path that there is not: a described path that is spelled like it.",
        examples: ["/api/v1/management/users"],
      }),
    ...ofSingleCodes,
  })
  .meta({
    id: "Problem",
    description:
      "Branch on status first, then on code. A code adds the fields that say so, and no others.",
  });

/** Codes of a refused sign-in, the same three on every plane (spec, Code vocabulary). */
export const LoginFailureCode = z.enum(namesOf(loginFailures)).meta({
  id: "LoginFailureCode",
  description:
    "In `code` on the JSON planes and in `error_code` on the hosted one. `invalid_credentials`: do not retry the same proof. `rate_limited` and `login_temporarily_locked`: wait for Retry-After, with jitter.",
});

/** Reasons why a direct session can no longer be used (spec, Direct session terminal reasons). */
export const SessionEndCode = z.enum(namesOf(sessionEnds)).meta({ id: "SessionEndCode" });

/** Error of the OAuth endpoints (RFC 6749 §5.2). */
export const OAuthError = z
  .looseObject({
    error: z.string(),
    error_description: z.string().optional(),
    error_code: z.string().optional().meta({
      description: "The value that a problem document carries in `code`.",
    }),
  })
  .meta({ id: "OAuthError" });
