import { AboutFields } from "@/app/dashboard/_nouns/about-fields";
import { placePath } from "@/app/dashboard/_nouns/place-path";
import { Quiet } from "@/app/dashboard/_nouns/quiet";
import { Section } from "@/app/dashboard/_nouns/section";
import { TextLink } from "@/app/dashboard/_nouns/text-link";
import { UserPicker } from "@/app/dashboard/_nouns/user-picker";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Badge } from "@/app/dashboard/_parts/badge";
import { Table } from "@/app/dashboard/_parts/table";
import { TypedConfirmation } from "@/app/dashboard/_parts/typed-confirmation";
import { When } from "@/app/dashboard/_parts/when";
import type { Place } from "@/app/dashboard/administrator";
import type { BindingOfPrincipal } from "@/lib/external-identities/external-identity-search-store";
import type { ExternalPrincipal } from "@/lib/external-identities/external-principal";
import { bindAction, releaseAction } from "../actions";

interface Props {
  principal: ExternalPrincipal;
  /** The live one first. */
  bindings: BindingOfPrincipal[];
  place: Place;
  mayChange: boolean;
}

/** Whose a principal is and was, and what changes that. */
export function Bindings({ principal, bindings, place, mayChange }: Props) {
  const live = bindings.find(({ releasedAt }) => !releasedAt);
  return (
    <Section
      title="Bound to"
      about="At most one user at a time: two can't claim the same principal, however they try."
    >
      <div className="space-y-6">
        {bindings.length > 0 ? (
          <History bindings={bindings} place={place} />
        ) : (
          <Quiet>Nobody yet. Its tokens are exchanged for nothing.</Quiet>
        )}
        {mayChange && live && (
          <TypedConfirmation
            word={principal.subject}
            what={`The source's tokens speak for ${live.email} no more, and another user can be bound. Sessions that are live go on: end those on the user's page.`}
            action={releaseAction}
            submit="Release the binding"
            open="Release…"
            fields={{ ...place, id: live.id }}
          />
        )}
        {mayChange && !live && (
          <ActionForm action={bindAction} submit="Bind to this user">
            <AboutFields place={place} id={principal.id} />
            <div className="max-w-md">
              <UserPicker
                place={place}
                label="User's email address"
                hint="Whoever the source vouches for as this principal signs in as this user. Type a part of the name or address."
              />
            </div>
          </ActionForm>
        )}
      </div>
    </Section>
  );
}

function History({ bindings, place }: { bindings: BindingOfPrincipal[]; place: Place }) {
  return (
    <Table caption="Bindings" head={["User", "State", "Bound", "Last used"]}>
      {bindings.map(({ id, userId, email, createdAt, releasedAt, lastUsedAt }) => (
        <tr key={id}>
          <td className="min-w-40 wrap-anywhere">
            {email ? (
              <TextLink href={placePath(place, `users/${userId}`)}>{email}</TextLink>
            ) : (
              <Quiet>a deleted user</Quiet>
            )}
          </td>
          <td>
            {releasedAt ? (
              <>
                <Badge>released</Badge>
                <div className="mt-1 whitespace-nowrap">
                  <When at={releasedAt} />
                </div>
              </>
            ) : (
              <Badge tone="green">live</Badge>
            )}
          </td>
          <td className="whitespace-nowrap">
            <When at={createdAt} />
          </td>
          <td className="whitespace-nowrap">
            <When at={lastUsedAt} />
          </td>
        </tr>
      ))}
    </Table>
  );
}
