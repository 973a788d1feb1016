import { MemberForms } from "@/app/dashboard/_nouns/member-forms";
import { placePath } from "@/app/dashboard/_nouns/place-path";
import { Table } from "@/app/dashboard/_parts/table";
import { NameCell, Quiet, StatusBadge } from "@/app/dashboard/_parts/text";
import type { Translator } from "@/app/dashboard/_words/words-of";
import type { Place } from "@/app/dashboard/administrator";
import type { FoundMember } from "@/lib/core/memberships/member-search-store";

interface Props {
  t: Translator<"organizations">;
  place: Place;
  organizationId: string;
  members: FoundMember[];
  roles: readonly { id: string; name: string }[];
  mayChange: boolean;
}

/** Table of members, each with forms that change the membership. */
export function MemberTable({ members, ...shared }: Props) {
  const { t, mayChange } = shared;
  const head = [t("members.user"), t("members.role"), t("members.status")];
  return (
    <Table caption={t("members.title")} head={mayChange ? [...head, t("members.change")] : head}>
      {members.map((member) => (
        <Row key={member.userId} member={member} {...shared} />
      ))}
    </Table>
  );
}

function Row({
  t,
  member,
  place,
  mayChange,
  ...shared
}: Omit<Props, "members"> & { member: FoundMember }) {
  const { userId, email, displayName, roleId, roleName, status, userStatus } = member;
  return (
    <tr>
      <NameCell
        href={placePath(place, `users/${userId}`)}
        name={displayName ?? email}
        below={displayName && email}
      />
      <td>{roleName ?? <Quiet>{t("members.noRole")}</Quiet>}</td>
      <td>
        <span className="flex flex-wrap gap-1.5">
          <StatusBadge status={status} />
          {userStatus === "suspended" && <StatusBadge status="suspended" />}
        </span>
      </td>
      {mayChange && (
        <td>
          <MemberForms {...shared} {...{ place, userId, roleId, status }} named={email} />
        </td>
      )}
    </tr>
  );
}
