export const keysText = {
  title: 'Keys',
  rule: 'Letters act on a row or panel that has had focus for 400 ms, never from a text field. A key without its tick does nothing.',
  spoken: (keys: string) => `(${keys.replaceAll('$mod', 'Ctrl').replaceAll(' ', ', then ')})`,
  everywhere: 'Everywhere',
  sheet: 'All keys',
  goInbox: 'Go to the inbox',
  goTasks: 'Go to tasks',
  goAgents: 'Go to agents',
  goSettings: 'Go to the settings',
  palette: 'Search or run a command',
  theme: 'Switch light and dark',
} as const;
