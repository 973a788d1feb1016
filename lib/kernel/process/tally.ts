import type { Figures } from "@/lib/kernel/process/figures";

/** Whether the metrics will be read. Otherwise nothing is counted. */
export interface Counting {
  isOn: boolean;
}

/** Labels of a series. */
type Labels = Record<string, string>;

interface Cell {
  readonly labels: Labels;
  count: number;
}

/** Most series of one tally. A label has few, known values; this bounds the cost of a mistake. */
const MOST_SERIES = 1_000;

/** Label of all counts beyond a full tally. */
const OTHER = "other";

/** A counter with up to three labels. Counting does two or three look-ups and allocates nothing: every
 *  request passes here. The figures become a metric when they are read. */
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
    if (!this.#counting.isOn) return;
    const cell = this.#first.get(one)?.get(two)?.get(three) ?? this.#newCell([one, two, three]);
    cell.count += 1;
  }

  /** Returns the counts as a metric. */
  read(): Figures {
    const values = this.#cells.map(({ labels, count }) => ({
      labels,
      value: count,
      metricName: this.name,
    }));
    return { name: this.name, help: this.#help, type: "counter", aggregator: "sum", values };
  }

  #newCell(values: readonly [string, string, string]): Cell {
    const words = this.#cells.length < MOST_SERIES ? values : this.#labels.map(() => OTHER);
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
