import type { EnrolmentToken } from "@/lib/core/enrolment/enrolment-token";
import {
  issueEnrolmentToken,
  type NewEnrolmentToken,
} from "@/lib/core/enrolment/issue-enrolment-token";
import type { Caller } from "@/lib/kernel/caller";
import { anApp } from "@/tests/builders/an-app";

/** An enrolment token of an app of its own, with room for a hundred installations at once. */
export async function anEnrolmentToken(
  environment: Caller,
  options: Partial<NewEnrolmentToken> = {},
): Promise<EnrolmentToken & { token: string }> {
  const appId = options.appId ?? (await anApp(environment)).id;
  return issueEnrolmentToken(environment, { name: "Halls", perMinute: 1000, ...options, appId });
}
