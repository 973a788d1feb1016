import { AboutFields } from "@/app/dashboard/_nouns/about-fields";
import { Facts } from "@/app/dashboard/_nouns/facts";
import { Section } from "@/app/dashboard/_nouns/section";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Badge } from "@/app/dashboard/_parts/badge";
import { When } from "@/app/dashboard/_parts/when";
import type { Place } from "@/app/dashboard/administrator";
import type { EmailVerifiedMethod } from "@/lib/users/email-verification";
import type { User } from "@/lib/users/user";
import { changeVerificationAction } from "../actions";

const evidence: [EmailVerifiedMethod, string][] = [
  ["tenant_asserted", "Your own word, given here or over the API"],
  ["service_otp", "The user redeemed a code that was emailed there"],
  ["service_token", "The user followed a link that was emailed there"],
];

/** What is known of a user's address, and who said so. */
export function Evidence({
  user,
  place,
  mayChange,
}: {
  user: User;
  place: Place;
  mayChange: boolean;
}) {
  const method = user.emailVerifiedMethod;
  const firstHand = method !== null && method !== "tenant_asserted";
  return (
    <Section
      title="Evidence for the address"
      about="Proof that the service obtained itself outranks your word and can't be withdrawn."
    >
      <Facts
        rows={[
          [
            "Address",
            <Badge key="badge" tone={method ? "green" : "amber"}>
              {method ? "verified" : "unverified"}
            </Badge>,
          ],
          ["Evidence", evidence.find(([name]) => name === method)?.[1] ?? "None yet"],
          ["Since", <When key="at" at={user.emailVerifiedAt} otherwise="not yet" />],
        ]}
      />
      {mayChange && !firstHand && (
        <div className="mt-6">
          <ActionForm
            action={changeVerificationAction}
            submit={method ? "Withdraw your word" : "Vouch for the address"}
            tone="quiet"
          >
            <AboutFields place={place} id={user.id} verified={method ? "no" : "yes"} />
          </ActionForm>
        </div>
      )}
    </Section>
  );
}
