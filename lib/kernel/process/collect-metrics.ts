import type { MetricsAnswer, MetricsQuestion } from "@/lib/kernel/process/answer-metrics";
import { withinDeadline } from "@/lib/kernel/process/deadline";
import type { Figure, Figures } from "@/lib/kernel/process/metrics";
import { singleton } from "@/lib/kernel/process/singleton";

/** Kind of a process: the label `process` of its series. */
export type ProcessKind = "web" | "worker";

/** A process that this one started, and the channel to it. */
export interface QueriedProcess {
  send(question: MetricsQuestion, sent: (error: Error | null) => void): unknown;
  on(event: "message", hear: (message: unknown) => void): unknown;
  once(event: "disconnect" | "exit", hear: () => void): unknown;
}

/** Time that a process has to answer. After that its last answer is used, so that one that hangs hides no
 *  other. */
const ANSWER_MS = 2_000;

/** Types of metrics that are retained after a process has ended. A sum that fell when a process ended would
 *  look like a restart of all, and like as many new sign-ins as the others have counted. */
const RETAINED: readonly Figures["type"][] = ["counter", "histogram", "summary"];

/** Queries the processes of a server for their metrics, and merges them. */
export class MetricsCollector {
  readonly #processes = new Set<Member>();
  readonly #gone = new Map<ProcessKind, Figures[]>();

  /** Includes a process from now on, until it ends. */
  join(kind: ProcessKind, channel: QueriedProcess): void {
    const member = new ChannelMember(kind, channel);
    this.#processes.add(member);
    const leave = () => {
      if (this.#processes.delete(member)) this.#remember(member).catch(() => {});
    };
    channel.once("disconnect", leave);
    channel.once("exit", leave);
  }

  /** Includes the current process.
   *  @param read its metrics */
  joinSelf(kind: ProcessKind, read: () => Promise<Figures[]>): void {
    this.#processes.add({ kind, last: [], ask: read });
  }

  /** Returns all metrics of all processes, in Prometheus' exposition format 0.0.4. */
  async text(): Promise<string> {
    const { Registry } = await import("@prometheus-io/client");
    const members = [...this.#processes];
    const answered = await Promise.all(members.map((member) => answerOf(member)));
    const alive = members.filter((_, at) => answered[at]);
    const all = [
      [processesFigures(alive.map(({ kind }) => kind))],
      ...members.map(({ kind, last }) => labelled(kind, last)),
      ...[...this.#gone].map(([kind, figures]) => labelled(kind, figures)),
    ];
    return Registry.aggregate(all).metrics();
  }

  async #remember({ kind, last }: Member): Promise<void> {
    const counted = last.filter(({ type }) => RETAINED.includes(type));
    if (counted.length === 0) return;
    const { Registry } = await import("@prometheus-io/client");
    const before = this.#gone.get(kind) ?? [];
    const sum = await Registry.aggregate([before, counted]).getMetricsAsJSON();
    this.#gone.set(kind, sum as unknown as Figures[]);
  }
}

/** A process whose metrics are merged. */
interface Member {
  readonly kind: ProcessKind;
  /** Its last answer. */
  last: Figures[];
  /** Rejects when it does not answer in time. */
  ask(): Promise<Figures[]>;
}

/** Queries a process, and stores its answer.
 *  @returns whether it answered */
async function answerOf(member: Member): Promise<boolean> {
  try {
    member.last = await member.ask();
    return true;
  } catch {
    return false;
  }
}

/** A process that is queried over a channel. */
class ChannelMember implements Member {
  readonly kind: ProcessKind;
  last: Figures[] = [];
  readonly #channel: QueriedProcess;
  readonly #waiting = new Map<number, (figures: Figures[]) => void>();
  #questions = 0;

  constructor(kind: ProcessKind, channel: QueriedProcess) {
    this.kind = kind;
    this.#channel = channel;
    channel.on("message", (message) => {
      if (!isAnswer(message)) return;
      // Includes answers without a query: the last metrics of a process that ends.
      this.last = message.figures;
      this.#waiting.get(message.id)?.(message.figures);
    });
  }

  ask(): Promise<Figures[]> {
    this.#questions += 1;
    const id = this.#questions;
    const answer = new Promise<Figures[]>((resolve, reject) => {
      this.#waiting.set(id, resolve);
      this.#channel.send({ type: "atrium.metrics?", id }, (error) => error && reject(error));
    });
    return withinDeadline(ANSWER_MS, answer).finally(() => this.#waiting.delete(id));
  }
}

/** The metrics of the processes that this one started. */
export const collectedMetrics = singleton("collected-metrics", () => new MetricsCollector());

function labelled(kind: ProcessKind, figures: readonly Figures[]): Figures[] {
  const own = ({ labels, ...figure }: Figure): Figure => ({
    ...figure,
    labels: { ...labels, process: kind },
  });
  return figures.map((metric) => ({ ...metric, values: metric.values.map(own) }));
}

function processesFigures(kinds: readonly ProcessKind[]): Figures {
  const all: ProcessKind[] = ["web", "worker"];
  const values = all.map((kind) => ({
    labels: { process: kind },
    value: kinds.filter((one) => one === kind).length,
  }));
  const help = "Processes of this server that answered this question";
  return { name: "atrium_processes", help, type: "gauge", aggregator: "sum", values };
}

function isAnswer(message: unknown): message is MetricsAnswer {
  return Object(message).type === "atrium.metrics";
}
