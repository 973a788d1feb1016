import type { Metadata } from "next";
import Link from "next/link";
import { Badge } from "@/app/dashboard/_parts/badge";
import { Empty } from "@/app/dashboard/_parts/empty";
import { PageHead } from "@/app/dashboard/_parts/page-head";
import { Table } from "@/app/dashboard/_parts/table";
import { When } from "@/app/dashboard/_parts/when";
import { signedInOperator } from "@/app/dashboard/operator/_request/operator";
import type { FailingDelivery } from "@/lib/platform/operators/delivery-store";
import { listFailingDeliveries } from "@/lib/platform/operators/list-failing-deliveries";

export const metadata: Metadata = { title: "Deliveries" };

/** Back-channel logouts that do not arrive, of every tenant. */
export default async function DeliveriesPage() {
  await signedInOperator();
  const deliveries = await listFailingDeliveries();
  return (
    <>
      <PageHead
        title="Deliveries"
        about="Back-channel logouts that do not get through: those that are tried again, and those given up in the last seven days."
      />
      {deliveries.length === 0 ? (
        <Empty title="All logouts arrive">
          When a relying party can't be told that a session ended, it is shown here.
        </Empty>
      ) : (
        <Table
          caption="Failing deliveries"
          head={["Relying party", "Tenant", "Attempts", "Last answer", "Next try"]}
        >
          {deliveries.map((delivery) => (
            <Row key={delivery.id} delivery={delivery} />
          ))}
        </Table>
      )}
    </>
  );
}

function Row({ delivery }: { delivery: FailingDelivery }) {
  return (
    <tr>
      <td className="min-w-52 wrap-anywhere">
        <p className="font-semibold">{delivery.clientName}</p>
        <p className="font-mono text-xs break-all text-neutral-600 dark:text-neutral-400">
          {delivery.backchannelLogoutUri ?? "takes no notifications any more"}
        </p>
      </td>
      <td>
        <Link
          href={`/dashboard/operator/tenants/${delivery.tenantPublicId}`}
          className="underline underline-offset-4"
        >
          {delivery.tenantName}
        </Link>
        <p className="text-neutral-600 dark:text-neutral-400">{delivery.environmentKey}</p>
      </td>
      <td className="tabular-nums">{delivery.attempts}</td>
      <td className="min-w-40 wrap-anywhere">
        {delivery.lastStatusCode ?? delivery.lastError ?? "none"}
        <p className="text-neutral-600 dark:text-neutral-400">
          <When at={delivery.lastAttemptAt} />
        </p>
      </td>
      <td className="whitespace-nowrap">
        {delivery.status === "failed" ? (
          <Badge tone="red">given up</Badge>
        ) : (
          <When at={delivery.nextAttemptAt} />
        )}
      </td>
    </tr>
  );
}
