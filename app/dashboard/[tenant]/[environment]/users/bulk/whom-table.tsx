import { NameCell } from "@/app/dashboard/_nouns/name-cell";
import { Quiet } from "@/app/dashboard/_nouns/quiet";
import { StatusBadge } from "@/app/dashboard/_nouns/status-badge";
import { Table } from "@/app/dashboard/_parts/table";
import type { SelectedUser } from "@/lib/users/bulk/selected-user-store";

/** How many are shown by name. */
const SHOWN = 100;

/** Whom a change takes. */
export function WhomTable({ users, path }: { users: readonly SelectedUser[]; path: string }) {
  return (
    <>
      <h2 className="mt-8 mb-3 text-lg font-semibold tracking-tight">Whom</h2>
      <Table caption="Whom it takes" head={["User", "Status"]}>
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
          <Quiet>and {users.length - SHOWN} more</Quiet>
        </p>
      )}
    </>
  );
}
