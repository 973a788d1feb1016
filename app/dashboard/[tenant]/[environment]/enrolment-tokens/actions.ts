"use server";

import { z } from "zod";
import { About, nameField, namingField } from "@/app/dashboard/_nouns/fields";
import { organizationTyped } from "@/app/dashboard/_nouns/organization-typed";
import type { FormAction, FormState } from "@/app/dashboard/_parts/form-state";
import { administratorAction } from "@/app/dashboard/_request/administrator-action";
import { notTypedAsAsked, typedAsAsked } from "@/app/dashboard/_request/typed-as-asked";
import { type Translator, wordsOf } from "@/app/dashboard/_words/words-of";
import { config } from "@/lib/config/config";
import { inTransaction } from "@/lib/db/transaction";
import { findEnrolmentToken } from "@/lib/enrolment/enrolment-token-store";
import { issueEnrolmentToken } from "@/lib/enrolment/issue-enrolment-token";
import { revokeEnrolmentToken } from "@/lib/enrolment/revoke-enrolment-token";
import { missing } from "@/lib/errors";
import { MOST_PER_MINUTE } from "./most-per-minute";

type T = Translator<"installations">;

/** A day and a time as a browser's field writes them, meant in UTC; empty for none. */
const moment = (t: T) =>
  z
    .string()
    .regex(/^(?:[12]\d{3}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?)?$/, t("issueForm.notMoment"))
    .refine((text) => !text || !Number.isNaN(Date.parse(`${text}Z`)), t("issueForm.noSuchDay"))
    .transform((text) => (text ? new Date(`${text}Z`) : null));

/** A whole number, typed; empty for none. */
const count = (most: number, t: T) =>
  z
    .string()
    .trim()
    .regex(/^\d{0,7}$/, t("issueForm.notWhole"))
    .transform((text) => (text ? Number(text) : null))
    .refine(
      (number) => number === null || (number >= 1 && number <= most),
      t("issueForm.notWithin", { most }),
    );

const newToken = (t: T) =>
  z.object({
    name: nameField,
    appId: z.uuid({ error: t("issueForm.noApp") }),
    organization: z.union([z.literal(""), namingField]),
    notBefore: moment(t),
    expiresAt: moment(t),
    maxUses: count(1_000_000, t),
    perMinute: count(MOST_PER_MINUTE, t),
  });

/** The form of a new token, or the token that was issued, once. */
export interface IssueState extends FormState {
  made?: { id: string; name: string; token: string; baseUrl: string };
}

/** Issues an enrolment token in the environment of the form. */
export const issueTokenAction: FormAction<IssueState> = async (state, form) => {
  const { t } = await wordsOf("installations");
  const NewToken = newToken(t);
  const issue = administratorAction<typeof NewToken, IssueState>(
    NewToken,
    { role: "admin", stepUp: true },
    async ({ caller, input }) => {
      const { organization, perMinute, ...wanted } = input;
      const of = organization ? await organizationTyped(caller, organization) : { id: null };
      if ("problem" in of) return of;
      const { id, name, token } = await issueEnrolmentToken(caller, {
        ...wanted,
        organizationId: of.id,
        ...(perMinute === null ? {} : { perMinute }),
      });
      return { made: { id, name, token, baseUrl: config().baseUrl } };
    },
  );
  return issue(state, form);
};

/** Ends a token for good, once its name was typed. */
export const revokeTokenAction = administratorAction(
  About.extend({ confirmation: z.string() }),
  { role: "admin" },
  async ({ caller, input }) => {
    const { t } = await wordsOf("installations");
    const token = await inTransaction(caller, (db) => findEnrolmentToken(db, input.id));
    if (!token) throw missing();
    if (!typedAsAsked(input, token.name)) return notTypedAsAsked;
    await revokeEnrolmentToken(caller, input.id);
    return { done: t("oneToken.revokeDone", { name: token.name }) };
  },
);
