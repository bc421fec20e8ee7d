/** A trade: its core skills, additional skills, and the texts of its profiles. */
export interface Trade {
  title: string;
  weight: number;
  core: readonly string[];
  beside: readonly string[];
  /** Usual rate of an experienced person, EUR per hour. */
  rate: number;
  works: readonly string[];
}

export const trades: readonly Trade[] = [
  {
    title: 'React developer',
    weight: 30,
    core: ['React', 'TypeScript'],
    beside: [
      'Payment flows',
      'Next.js',
      'Accessibility',
      'GraphQL',
      'Playwright',
      'CSS',
      'Node.js',
      'Design systems',
      'Testing Library',
      'Storybook',
    ],
    rate: 92,
    works: [
      'rebuilt the checkout of a ticket shop',
      'led two payment migrations',
      'wrote the design system of a bank',
      'took a claims portal to WCAG 2.2 AA',
      'built the booking flow of a railway',
      'cut the start time of a trading screen by half',
    ],
  },
  {
    title: 'Vue developer',
    weight: 8,
    core: ['Vue', 'TypeScript'],
    beside: ['Nuxt', 'CSS', 'Accessibility', 'Node.js', 'GraphQL', 'Payment flows'],
    rate: 84,
    works: [
      'built the customer portal of an energy supplier',
      'moved a fleet dashboard from jQuery to Vue',
      'wrote the editor of a publishing house',
    ],
  },
  {
    title: 'Java developer',
    weight: 13,
    core: ['Java', 'Spring Boot'],
    beside: ['Kafka', 'PostgreSQL', 'Kubernetes', 'Kotlin', 'Payment flows', 'AWS'],
    rate: 95,
    works: [
      'split a billing monolith into services',
      'wrote the ledger of a neobank',
      'connected 14 insurers to one portal',
    ],
  },
  {
    title: 'Node.js developer',
    weight: 11,
    core: ['Node.js', 'TypeScript'],
    beside: ['PostgreSQL', 'React', 'GraphQL', 'AWS', 'Redis', 'Payment flows'],
    rate: 88,
    works: [
      'wrote the payment gateway of a marketplace',
      'built a webhook platform with 40 million calls a day',
      'made a ticket API fast enough for a festival',
    ],
  },
  {
    title: 'Python developer',
    weight: 10,
    core: ['Python', 'PostgreSQL'],
    beside: ['Django', 'FastAPI', 'AWS', 'Kubernetes', 'Airflow', 'React'],
    rate: 86,
    works: [
      'automated the intake of a hospital',
      'built the pricing service of a grocer',
      'kept a weather platform alive through a storm',
    ],
  },
  {
    title: 'Data engineer',
    weight: 9,
    core: ['Python', 'SQL'],
    beside: ['Spark', 'Airflow', 'dbt', 'Kafka', 'Snowflake', 'AWS'],
    rate: 98,
    works: [
      'built the event platform of a streaming service',
      'moved 9 TB of sales data without a day of downtime',
      'made the reports of an airline agree with each other',
    ],
  },
  {
    title: 'Machine learning engineer',
    weight: 8,
    core: ['Python', 'PyTorch'],
    beside: ['MLOps', 'SQL', 'Kubernetes', 'LLM evaluation', 'Computer vision'],
    rate: 110,
    works: [
      'put a fraud model into production',
      'cut the cost of a ranking model by a third',
      'built the evaluation of a support assistant',
    ],
  },
  {
    title: 'Site reliability engineer',
    weight: 9,
    core: ['Kubernetes', 'Terraform'],
    beside: ['AWS', 'Go', 'Prometheus', 'Linux', 'PostgreSQL', 'Incident response'],
    rate: 102,
    works: [
      'took a news site through an election night',
      'cut the pages of an on-call team to a tenth',
      'moved a bank to Kubernetes in nine months',
    ],
  },
  {
    title: 'Mobile developer',
    weight: 8,
    core: ['Kotlin', 'Swift'],
    beside: ['React Native', 'Flutter', 'Payment flows', 'Accessibility', 'GraphQL'],
    rate: 90,
    works: [
      'built the app of a bike sharing service',
      'wrote the wallet of a transport authority',
      'shipped a diary app that 200,000 people open every day',
    ],
  },
  {
    title: 'Product designer',
    weight: 7,
    core: ['Figma', 'User research'],
    beside: ['Design systems', 'Accessibility', 'Prototyping', 'CSS'],
    rate: 80,
    works: [
      'redesigned the tax forms of a city',
      'ran 60 interviews for a pharmacy chain',
      'drew the design system of an insurer',
    ],
  },
  {
    title: 'Test engineer',
    weight: 6,
    core: ['Playwright', 'TypeScript'],
    beside: ['Accessibility', 'Java', 'Performance testing', 'Node.js', 'React'],
    rate: 74,
    works: [
      'made a release every day boring',
      'found the race in a payment flow that cost 0.4 % of sales',
      'built the test lab of a car maker',
    ],
  },
  {
    title: 'Security engineer',
    weight: 5,
    core: ['Threat modelling', 'Penetration testing'],
    beside: ['AWS', 'Kubernetes', 'Go', 'Java', 'OAuth'],
    rate: 115,
    works: [
      'took a payment provider through PCI DSS',
      'closed 30 findings at a hospital group',
      'taught 200 developers to model threats',
    ],
  },
];

/** All skills in the pool, which are the ones the requirement parser knows. */
export const knownSkills: readonly string[] = [
  ...new Set(trades.flatMap(({ core, beside }) => [...core, ...beside])),
];
