/** Values of a figure's labels, in the order of their names. */
type LabelValues = readonly string[];

interface Described {
  name: string;
  help: string;
  labels?: readonly string[];
}

export interface Counter {
  add(by: number, ...labels: LabelValues): void;
}

export interface Histogram {
  observe(value: number, ...labels: LabelValues): void;
}

/** One sample of a gauge. */
export type Sample = readonly [value: number, ...labels: LabelValues];

/** Figures in the text format of Prometheus. */
export interface Metrics {
  counter(figure: Described): Counter;
  histogram(figure: Described & { buckets: readonly number[] }): Histogram;
  /** Read when the figures are read. */
  gauge(figure: Described & { read: () => readonly Sample[] | Promise<readonly Sample[]> }): void;
  /** All figures as text. A gauge that cannot be read is left out, and reported. */
  text(): Promise<string>;
}

/** Combinations of labels of one figure: what comes later is added to `other`, so that agents cannot fill the memory. */
const maxSeries = 200;
const other = 'other';

export function createMetrics(report: (what: string, error: unknown) => void): Metrics {
  const writers: (() => Promise<string[]> | string[])[] = [];
  const head = ({ name, help }: Described, type: string) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
  ];

  return {
    counter(figure) {
      const series = createSeries(figure, () => ({ value: 0 }));
      writers.push(() => [
        ...head(figure, 'counter'),
        ...series.all().map(([labels, { value }]) => `${figure.name}${labels} ${value}`),
      ]);
      return {
        add(by, ...labels) {
          series.of(labels).value += by;
        },
      };
    },
    histogram(figure) {
      const { name, buckets } = figure;
      const series = createSeries(figure, () => ({
        counts: buckets.map(() => 0),
        sum: 0,
        count: 0,
      }));
      writers.push(() => [
        ...head(figure, 'histogram'),
        ...series
          .all()
          .flatMap(([labels, { counts, sum, count }]) => [
            ...buckets.map(
              (bound, index) => `${name}_bucket${withLabel(labels, 'le', bound)} ${counts[index]}`,
            ),
            `${name}_bucket${withLabel(labels, 'le', '+Inf')} ${count}`,
            `${name}_sum${labels} ${sum}`,
            `${name}_count${labels} ${count}`,
          ]),
      ]);
      return {
        observe(value, ...labels) {
          const entry = series.of(labels);
          entry.sum += value;
          entry.count += 1;
          for (const [index, bound] of buckets.entries()) {
            if (value <= bound) entry.counts[index] = (entry.counts[index] ?? 0) + 1;
          }
        },
      };
    },
    gauge(figure) {
      writers.push(async () => {
        const samples = await figure.read();
        return [
          ...head(figure, 'gauge'),
          ...samples
            .slice(0, maxSeries)
            .map(
              ([value, ...labels]) => `${figure.name}${labelText(figure.labels, labels)} ${value}`,
            ),
        ];
      });
    },
    async text() {
      const lines: string[] = [];
      for (const write of writers) {
        try {
          lines.push(...(await write()));
        } catch (error) {
          report('A figure could not be read.', error);
        }
      }
      return `${lines.join('\n')}\n`;
    },
  };
}

function createSeries<Entry>({ labels: names = [] }: Described, create: () => Entry) {
  const entries = new Map<string, Entry>();
  return {
    of(labels: LabelValues): Entry {
      const known = entries.get(labelText(names, labels));
      if (known !== undefined) return known;
      const isFull = entries.size >= maxSeries;
      const text = labelText(names, isFull ? names.map(() => other) : labels);
      const entry = entries.get(text) ?? create();
      entries.set(text, entry);
      return entry;
    },
    all: () => [...entries],
  };
}

function labelText(names: readonly string[] = [], values: LabelValues): string {
  if (names.length === 0) return '';
  const pairs = names.map((name, index) => `${name}="${escaped(values[index] ?? '')}"`);
  return `{${pairs.join(',')}}`;
}

const withLabel = (labels: string, name: string, value: string | number): string =>
  labels === '' ? `{${name}="${value}"}` : `${labels.slice(0, -1)},${name}="${value}"}`;

const maxLabelChars = 100;
const escaped = (value: string): string =>
  value
    .slice(0, maxLabelChars)
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('\n', '\\n');
