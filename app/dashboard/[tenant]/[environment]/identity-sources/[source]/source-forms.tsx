import { AboutFields } from "@/app/dashboard/_nouns/about-fields";
import { Section } from "@/app/dashboard/_nouns/section";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { TypedConfirmation } from "@/app/dashboard/_parts/typed-confirmation";
import type { Place } from "@/app/dashboard/administrator";
import type { IdentitySource } from "@/lib/external-identities/identity-source";
import { changeSourceAction, disableSourceAction, enableSourceAction } from "../actions";
import { mappingText } from "../mapping";
import { SourceFields } from "../source-fields";

/** What an administrator may change about a source. */
export function SourceForms({ source, place }: { source: IdentitySource; place: Place }) {
  const { id, issuer, status, jwksUri } = source;
  const audiences = source.audiences.join("\n");
  const mapping = mappingText(source.attributeMapping);
  return (
    <>
      <Section
        title="How its tokens are believed"
        about="Its keys are read from the address below and kept for ten minutes."
      >
        <ActionForm action={changeSourceAction} submit="Save">
          <AboutFields place={place} id={id} />
          <SourceFields stored={{ audiences, jwksUri, mapping }} />
        </ActionForm>
      </Section>
      {status === "active" ? (
        <Section
          title="Disable"
          about="Its tokens are exchanged no more, from the next one on. It can be enabled again."
        >
          <TypedConfirmation
            word={issuer}
            what="Nobody signs in by it any more. Sessions that came from it go on: end those of a user on the user's page."
            action={disableSourceAction}
            submit="Disable this source"
            open="Disable…"
            fields={{ ...place, id }}
          />
        </Section>
      ) : (
        <Section title="Enable" about="Its tokens are exchanged again, for whoever is bound to it.">
          <ActionForm action={enableSourceAction} submit="Enable source">
            <AboutFields place={place} id={id} />
          </ActionForm>
        </Section>
      )}
    </>
  );
}
