import { expiredSignIn } from "@/app/(hosted)/_sign-in/expired-sign-in";
import { continuePage } from "@/app/(hosted)/_sign-in/move-on";
import { pageOfSignIn, signInAddress } from "@/app/(hosted)/_sign-in/sign-in-address";
import { visitedSignIn } from "@/app/(hosted)/_sign-in/visited-sign-in";
import { organizationPage } from "@/app/(hosted)/organization/organization-page";
import {
  hostedPage,
  type Submission,
  seeOther,
  type Visit,
} from "@/lib/core/oidc/pages/hosted-page";
import { problemOf } from "@/lib/core/oidc/pages/problem";
import { choosableOrganizations } from "@/lib/core/oidc/sign-in/choosable-organizations";
import {
  completeOrganization,
  completeWithAnotherAccount,
} from "@/lib/core/oidc/sign-in/complete-interaction";
import { isId } from "@/lib/kernel/ids";

/** Asks which organization the user signs in for, when the application's app is open to several of theirs. */
async function show(visit: Visit): Promise<Response> {
  const interaction = await visitedSignIn(visit);
  if (interaction?.prompt !== "organization") return expiredSignIn(visit);
  if (interaction.answered) return continuePage(visit, interaction);
  const organizations = await choosableOrganizations(interaction);
  return organizationPage(visit, { interaction, organizations });
}

/** Handles the chosen organization, or the answer that the user is another one. */
async function submit(sent: Submission): Promise<Response> {
  const interaction = await visitedSignIn(sent);
  const here = pageOfSignIn("/organization", signInAddress(sent));
  if (interaction?.prompt !== "organization" || interaction.answered) return seeOther(here);
  const organization = sent.field("organization");
  try {
    if (sent.field("answer") === "other")
      await completeWithAnotherAccount(interaction.waiting, sent.context);
    else if (isId(organization))
      await completeOrganization(interaction.waiting, organization.toLowerCase(), sent.context);
    return seeOther(here);
  } catch (error) {
    const organizations = await choosableOrganizations(interaction).catch(() => []);
    return organizationPage(sent, { interaction, organizations, problem: problemOf(error) });
  }
}

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = hostedPage({ show, submit });
