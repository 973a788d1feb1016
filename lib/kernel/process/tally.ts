import type { Figures } from "@/lib/kernel/process/figures";

/** Whether anybody reads what is counted. Where nobody does, nothing is counted. */
export interface Counting {
  begun: boolean;
}

/** What a series is told apart by. */
type Labels = Record<string, string>;

interface Cell {
  readonly labels: Labels;
  count: number;
}

/** Series that one tally may have. A label is one of few words, known before; this bounds what a mistake can cost. */
const MOST_SERIES = 1_000;

/** What is counted together once a tally is full. */
const OTHER = "other";

/** A counter with up to three labels. Counting looks two or three maps up and allocates nothing: it is on every request's
 *  way. The figures become a metric when somebody reads them. */
export class Tally {
  readonly name: string;
  readonly #help: string;
  readonly #labels: readonly string[];
  readonly #counting: Counting;
  readonly #cells: Cell[] = [];
  readonly #first = new Map<string, Map<string, Map<string, Cell>>>();

  constructor(
    counting: Counting,
    name: string,
    help: string,
    labels: readonly [string] | readonly [string, string] | readonly [string, string, string],
  ) {
    this.#counting = counting;
    this.name = name;
    this.#help = help;
    this.#labels = labels;
  }

  /** Counts one, with a value for each label. */
  add(one = "", two = "", three = ""): void {
    if (!this.#counting.begun) return;
    const cell = this.#first.get(one)?.get(two)?.get(three) ?? this.#newCell([one, two, three]);
    cell.count += 1;
  }

  /** What was counted, as a metric. */
  read(): Figures {
    const values = this.#cells.map(({ labels, count }) => ({
      labels,
      value: count,
      metricName: this.name,
    }));
    return { name: this.name, help: this.#help, type: "counter", aggregator: "sum", values };
  }

  #newCell(given: readonly [string, string, string]): Cell {
    const words = this.#cells.length < MOST_SERIES ? given : this.#labels.map(() => OTHER);
    const [one = "", two = "", three = ""] = words;
    const seconds = this.#first.get(one) ?? new Map<string, Map<string, Cell>>();
    this.#first.set(one, seconds);
    const thirds = seconds.get(two) ?? new Map<string, Cell>();
    seconds.set(two, thirds);
    const known = thirds.get(three);
    if (known) return known;
    const labels = Object.fromEntries(this.#labels.map((name, at) => [name, words[at] ?? ""]));
    const cell: Cell = { labels, count: 0 };
    thirds.set(three, cell);
    this.#cells.push(cell);
    return cell;
  }
}
