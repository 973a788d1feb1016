import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Badge, Empty, Notice } from "@/app/dashboard/_parts/blocks";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import { When } from "@/app/dashboard/_parts/text";
import type { Translator } from "@/app/dashboard/_words/words-of";
import type { Place } from "@/app/dashboard/administrator";
import type { readDeliveries } from "@/lib/core/backchannel-logout/read-deliveries";
import { testLogoutAction } from "../actions";

type Delivery = Awaited<ReturnType<typeof readDeliveries>>[number];
const tones = { pending: "amber", delivered: "green", failed: "red" } as const;

interface Props {
  client: { id: string; backchannelLogoutUri: string | null };
  deliveries: Delivery[];
  place: Place;
  mayChange: boolean;
  t: Translator<"connections">;
}

/** Recent back-channel logouts of a relying party and their results, with a button that sends a test. */
export function Deliveries({ client, deliveries, place, mayChange, t }: Props) {
  const failed = deliveries.filter((delivery) => delivery.status === "failed").length;
  return (
    <section aria-labelledby="deliveries" className="space-y-4">
      <h2 id="deliveries" className="text-lg font-semibold">
        {t("clients.deliveries.title")}
      </h2>
      {failed > 0 && (
        <Notice tone="red">
          {t("clients.deliveries.failed", { failed, total: deliveries.length })}
        </Notice>
      )}
      {mayChange && client.backchannelLogoutUri && (
        <ActionForm
          action={testLogoutAction}
          submit={t("clients.deliveries.send")}
          tone="quiet"
          className="space-y-3"
        >
          <p className="max-w-2xl text-sm text-neutral-600 dark:text-neutral-400">
            {t("clients.deliveries.sendAbout")}
          </p>
          <PlaceFields place={place} />
          <input type="hidden" name="clientId" value={client.id} />
        </ActionForm>
      )}
      {deliveries.length === 0 ? (
        <Empty title={t("clients.deliveries.empty")}>
          {client.backchannelLogoutUri
            ? t("clients.deliveries.emptyWithUri", { uri: client.backchannelLogoutUri })
            : t("clients.deliveries.emptyWithoutUri")}
        </Empty>
      ) : (
        <ul className="space-y-3">
          {deliveries.map((delivery) => (
            <DeliveryRow key={delivery.id} delivery={delivery} t={t} />
          ))}
        </ul>
      )}
    </section>
  );
}

function DeliveryRow({ delivery, t }: { delivery: Delivery; t: Translator<"connections"> }) {
  return (
    <li className="rounded-xl border border-neutral-200 bg-white p-4 text-sm dark:border-neutral-800 dark:bg-neutral-900">
      <p className="flex flex-wrap items-center gap-3">
        <Badge tone={tones[delivery.status]}>
          {t(`clients.deliveries.status.${delivery.status}`)}
        </Badge>
        <span>
          {t.rich("clients.deliveries.ended", { at: () => <When at={delivery.createdAt} /> })}
        </span>
        {delivery.nextAttemptAt && delivery.status === "pending" && (
          <span>
            {t.rich("clients.deliveries.next", {
              at: () => <When at={delivery.nextAttemptAt} />,
            })}
          </span>
        )}
      </p>
      <ol className="mt-2 space-y-1 text-neutral-600 dark:text-neutral-400">
        {delivery.attemptLogs.map((attempt) => (
          <li key={attempt.id}>
            {t.rich(
              attempt.statusCode
                ? "clients.deliveries.attemptAnswered"
                : "clients.deliveries.attemptFailed",
              {
                attempt: attempt.attempt,
                at: () => <When at={attempt.at} />,
                status: String(attempt.statusCode),
                error: attempt.error ?? t("clients.deliveries.noAnswer"),
                ms: attempt.durationMs,
              },
            )}
          </li>
        ))}
      </ol>
    </li>
  );
}
