"use server";

import { z } from "zod";
import { nameField, namingField } from "@/app/dashboard/_nouns/fields";
import { organizationTyped } from "@/app/dashboard/_nouns/organization-typed";
import type { FormState } from "@/app/dashboard/_parts/form-state";
import { administratorAction } from "@/app/dashboard/_request/administrator-action";
import { confirmedAction } from "@/app/dashboard/_request/confirmed-action";
import { laterIn } from "@/app/dashboard/_words/later";
import { findEnrolmentToken } from "@/lib/core/enrolment/enrolment-token-store";
import { issueEnrolmentToken } from "@/lib/core/enrolment/issue-enrolment-token";
import { revokeEnrolmentToken } from "@/lib/core/enrolment/revoke-enrolment-token";
import { config } from "@/lib/kernel/config/config";
import { MOST_PER_MINUTE } from "./most-per-minute";

const t = laterIn("installations");

/** Day and time from a browser's field, in UTC; empty for none. */
const moment = z
  .string()
  .regex(/^(?:[12]\d{3}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?)?$/, t("issueForm.notMoment"))
  .refine((text) => !text || !Number.isNaN(Date.parse(`${text}Z`)), t("issueForm.noSuchDay"))
  .transform((text) => (text ? new Date(`${text}Z`) : null));

/** Typed whole number; empty for none. */
const count = (most: number) =>
  z
    .string()
    .trim()
    .regex(/^\d{0,7}$/, t("issueForm.notWhole"))
    .transform((text) => (text ? Number(text) : null))
    .refine(
      (number) => number === null || (number >= 1 && number <= most),
      t("issueForm.notWithin", { most }),
    );

const NewToken = z.object({
  name: nameField,
  appId: z.uuid({ error: t("issueForm.noApp") }),
  organization: z.union([z.literal(""), namingField]),
  notBefore: moment,
  expiresAt: moment,
  maxUses: count(1_000_000),
  perMinute: count(MOST_PER_MINUTE),
});

/** State of the form of a new token; has the issued token, once. */
export interface IssueState extends FormState {
  made?: { id: string; name: string; token: string; baseUrl: string };
}

/** Issues an enrolment token in the environment of the form. */
export const issueTokenAction = administratorAction<typeof NewToken, IssueState>(
  NewToken,
  { role: "admin", stepUp: true },
  async ({ caller, input }) => {
    const { organization, perMinute, ...fields } = input;
    const of = organization ? await organizationTyped(caller, organization) : { id: null };
    if ("problem" in of) return of;
    const { id, name, token } = await issueEnrolmentToken(caller, {
      ...fields,
      organizationId: of.id,
      ...(perMinute === null ? {} : { perMinute }),
    });
    return { made: { id, name, token, baseUrl: config().baseUrl } };
  },
);

/** Revokes a token for good, once its name was typed. */
export const revokeTokenAction = confirmedAction(
  { role: "admin" },
  findEnrolmentToken,
  ({ name }) => name,
  async ({ caller, input }, token) => {
    await revokeEnrolmentToken(caller, input.id);
    return { done: t("oneToken.revokeDone", { name: token.name }) };
  },
);
