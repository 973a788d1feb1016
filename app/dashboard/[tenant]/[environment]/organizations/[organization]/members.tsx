import { AboutFields } from "@/app/dashboard/_nouns/about-fields";
import { NameCell, Quiet, Section } from "@/app/dashboard/_nouns/layout-parts";
import { MemberForms, RoleSelect } from "@/app/dashboard/_nouns/member-forms";
import { addMemberAction } from "@/app/dashboard/_nouns/membership-actions";
import { placePath, withValues } from "@/app/dashboard/_nouns/place-path";
import { StatusBadge } from "@/app/dashboard/_nouns/status-badge";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Field } from "@/app/dashboard/_parts/field";
import { More } from "@/app/dashboard/_parts/more";
import { SearchForm } from "@/app/dashboard/_parts/search-form";
import { Table } from "@/app/dashboard/_parts/table";
import type { Place } from "@/app/dashboard/administrator";
import type { Browse } from "@/lib/browse";
import type { FoundMember } from "@/lib/organizations/member-search-store";
import type { OrganizationView } from "./read-organization";

interface Props {
  place: Place;
  view: OrganizationView;
  browse: Browse;
  mayChange: boolean;
}

/** Who belongs to an organization, with which role. */
export function Members({ place, view, browse, mayChange }: Props) {
  const { members, organization, roles } = view;
  const any = members.rows.length > 0 || browse.query !== "" || browse.after !== null;
  const path = placePath(place, `organizations/${organization.id}`);
  return (
    <Section title="Members" about="A member's role decides which apps they reach.">
      {any && (
        <SearchForm label="Search members" query={browse.query} placeholder="Name or address" />
      )}
      {members.rows.length > 0 ? (
        <Table
          caption="Members and their roles"
          head={["User", "Role", "Status", ...(mayChange ? ["Change"] : [])]}
        >
          {members.rows.map((member) => (
            <Row key={member.userId} {...{ place, member, organization, roles, mayChange }} />
          ))}
        </Table>
      ) : (
        <p>
          <Quiet>{any ? "Nobody matches." : "Nobody yet."}</Quiet>
        </p>
      )}
      {members.next && <More href={withValues(path, { q: browse.query, after: members.next })} />}
      {mayChange && <AddMember place={place} view={view} />}
    </Section>
  );
}

function Row({
  place,
  member,
  organization,
  roles,
  mayChange,
}: Pick<OrganizationView, "organization" | "roles"> & {
  place: Place;
  member: FoundMember;
  mayChange: boolean;
}) {
  const { userId, email, displayName, roleId, roleName, status } = member;
  return (
    <tr>
      <NameCell
        href={placePath(place, `users/${userId}`)}
        name={displayName ?? email}
        below={displayName && email}
      />
      <td>{roleName ?? <Quiet>no role</Quiet>}</td>
      <td>
        <span className="flex flex-wrap gap-1.5">
          <StatusBadge status={status} />
          {member.userStatus === "suspended" && <StatusBadge status="suspended" />}
        </span>
      </td>
      {mayChange && (
        <td>
          <MemberForms
            {...{ place, userId, roleId, status, roles, named: email }}
            organizationId={organization.id}
          />
        </td>
      )}
    </tr>
  );
}

function AddMember({ place, view }: { place: Place; view: OrganizationView }) {
  return (
    <div className="mt-6 border-t border-neutral-200 pt-6 dark:border-neutral-800">
      <ActionForm action={addMemberAction} submit="Add member" tone="quiet">
        <AboutFields place={place} organizationId={view.organization.id} />
        <div className="grid items-end gap-4 sm:grid-cols-2">
          <Field label="User's email address" name="email" type="email" required maxLength={254} />
          <RoleSelect roles={view.roles} />
        </div>
      </ActionForm>
    </div>
  );
}
