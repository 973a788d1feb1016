import type { z } from "zod";
import { accessDenials, organizationErrors } from "@/lib/kernel/errors/access-errors";
import { enrolmentErrors } from "@/lib/kernel/errors/enrolment-errors";
import { externalIdentityErrors } from "@/lib/kernel/errors/external-identity-errors";
import { requestErrors } from "@/lib/kernel/errors/request-errors";
import type { ReasonRow } from "@/lib/kernel/errors/row";
import { activityFailures, sessionEnds } from "@/lib/kernel/errors/session-errors";
import { loginFailures } from "@/lib/kernel/errors/sign-in-errors";

const rows = {
  ...loginFailures,
  ...requestErrors,
  ...sessionEnds,
  ...activityFailures,
  ...accessDenials,
  ...organizationErrors,
  ...enrolmentErrors,
  ...externalIdentityErrors,
};

/** Every reason for which the service rejects a request. */
export type Reason = keyof typeof rows;

/** The one table of reasons. The domain names a reason; the file that renders it for a plane reads its row
 *  (lib/core/http/problem.ts, lib/core/oidc/http/render-error.ts), and so do the pages about errors. */
export const reasons: Readonly<Record<Reason, ReasonRow>> = rows;

/** The reasons with a published code, each with its row. */
export const publishedReasons = (Object.entries(reasons) as [Reason, ReasonRow][]).flatMap(
  ([code, row]) => (row.cause === undefined ? [] : [{ ...row, code }]),
);

/** Names of a group of reasons, in their order. */
export const namesOf = <K extends string>(group: Readonly<Record<K, ReasonRow>>) =>
  Object.keys(group) as [K, ...K[]];

/** Fields that a problem document has beside those that all have, by its code. A test of every route
 *  verifies that a refusal has no other field. */
export const problemFields: Readonly<Record<string, Readonly<Record<string, z.ZodType>>>> =
  Object.fromEntries(
    Object.entries(reasons).flatMap(([code, { fields }]) => (fields ? [[code, fields]] : [])),
  );
