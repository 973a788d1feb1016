import Link from "next/link";
import { Badge, Empty, PageHead } from "@/app/dashboard/_parts/blocks";
import { Table } from "@/app/dashboard/_parts/table";
import { When } from "@/app/dashboard/_parts/text";
import { operatorPage, titled } from "@/app/dashboard/_request/make-page";
import type { Translator } from "@/app/dashboard/_words/words-of";
import type { FailingDelivery } from "@/lib/core/operators/delivery-store";
import { listFailingDeliveries } from "@/lib/core/operators/list-failing-deliveries";

export const generateMetadata = titled("operator", "deliveries.title");

/** List of failing back-channel logouts of every tenant. */
export default operatorPage(async ({ t }) => {
  const deliveries = await listFailingDeliveries();
  return (
    <>
      <PageHead title={t("deliveries.title")} about={t("deliveries.about")} />
      {deliveries.length === 0 ? (
        <Empty title={t("deliveries.none")}>{t("deliveries.noneText")}</Empty>
      ) : (
        <Table
          caption={t("deliveries.caption")}
          head={[
            t("deliveries.client"),
            t("deliveries.tenant"),
            t("deliveries.attempts"),
            t("deliveries.lastAnswer"),
            t("deliveries.nextAttempt"),
          ]}
        >
          {deliveries.map((delivery) => (
            <Row key={delivery.id} delivery={delivery} t={t} />
          ))}
        </Table>
      )}
    </>
  );
});

function Row({ delivery, t }: { delivery: FailingDelivery; t: Translator<"operator"> }) {
  return (
    <tr>
      <td className="min-w-52 wrap-anywhere">
        <p className="font-semibold">{delivery.clientName}</p>
        <p className="font-mono text-xs break-all text-neutral-600 dark:text-neutral-400">
          {delivery.backchannelLogoutUri ?? t("deliveries.noAddress")}
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
        {/* In English, as the connection recorded it. */}
        {delivery.lastStatusCode ??
          (delivery.lastError ? (
            <bdi lang="en">{delivery.lastError}</bdi>
          ) : (
            t("deliveries.noAnswer")
          ))}
        <p className="text-neutral-600 dark:text-neutral-400">
          <When at={delivery.lastAttemptAt} />
        </p>
      </td>
      <td className="whitespace-nowrap">
        {delivery.status === "failed" ? (
          <Badge tone="red">{t("deliveries.failed")}</Badge>
        ) : (
          <When at={delivery.nextAttemptAt} />
        )}
      </td>
    </tr>
  );
}
