import { Table } from "@/app/dashboard/_parts/table";
import { NameCell, Quiet, StatusBadge } from "@/app/dashboard/_parts/text";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import type { SelectedUser } from "@/lib/core/users/selected-user-store";

/** Number of users that are shown by name. */
const SHOWN = 100;

/** Table of the users that a change affects. */
export async function AffectedUsersTable({
  users,
  path,
}: {
  users: readonly SelectedUser[];
  path: string;
}) {
  const { t } = await wordsOf("users");
  return (
    <>
      <h2 className="mt-8 mb-3 text-lg font-semibold tracking-tight">{t("bulk.whom")}</h2>
      <Table caption={t("bulk.whom")} head={[t("bulk.head.user"), t("bulk.head.status")]}>
        {users.slice(0, SHOWN).map((user) => (
          <tr key={user.id}>
            <NameCell
              href={`${path}/${user.id}`}
              name={user.displayName ?? user.email}
              below={user.displayName && user.email}
            />
            <td>
              <StatusBadge status={user.status} />
            </td>
          </tr>
        ))}
      </Table>
      {users.length > SHOWN && (
        <p className="mt-3">
          <Quiet>{t("bulk.andMore", { count: users.length - SHOWN })}</Quiet>
        </p>
      )}
    </>
  );
}
