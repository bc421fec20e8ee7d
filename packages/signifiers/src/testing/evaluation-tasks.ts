/** A context, and the labels of the signifiers that an agent with it needs. */
export interface EvaluationTask {
  name: string;
  context: string;
  relevant: readonly string[];
}

const labels = {
  goal: 'goal_mcp_CurrentGoal',
  feedback: 'goal_mcp_provide_feedback',
  formalizer: 'formalizer_Formalize goal',
  operation: 'cherrybot_utcp_operation',
} as const;

/** The tasks of the paper (appendix C). */
export const paperTasks: readonly EvaluationTask[] = [
  {
    name: 'Goal',
    context: 'The agent wants to read the user goal.',
    relevant: [labels.goal],
  },
  {
    name: 'Feedback',
    context: 'The agent wants to provide feedback to the user.',
    relevant: [labels.feedback],
  },
  {
    name: 'Formalizer',
    context: 'The agent wants to convert the natural language goal into a formal description.',
    relevant: [labels.formalizer],
  },
  {
    name: 'Goal/Feedback',
    context: 'The agent wants to read the goal or provide feedback on the goal.',
    relevant: [labels.goal, labels.feedback],
  },
  {
    name: 'Robot Control',
    context: 'The agent wants to control a robot from a formal goal.',
    relevant: [labels.operation],
  },
];

/** The same in Chinese. */
export const chineseTasks: readonly EvaluationTask[] = [
  { name: 'Goal', context: '智能体想读取用户的目标。', relevant: [labels.goal] },
  { name: 'Feedback', context: '智能体想向用户提供反馈。', relevant: [labels.feedback] },
  {
    name: 'Formalizer',
    context: '智能体想把自然语言的目标转换成形式化的描述。',
    relevant: [labels.formalizer],
  },
  {
    name: 'Goal/Feedback',
    context: '智能体想读取目标，或者对目标提供反馈。',
    relevant: [labels.goal, labels.feedback],
  },
  {
    name: 'Robot Control',
    context: '智能体想根据形式化的目标控制机器人。',
    relevant: [labels.operation],
  },
];

/** Precision and recall of the models of the paper, by task (table 1). */
export const paperResults: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  'gemma3:270m': [
    [0, 0],
    [0, 0],
    [0, 0],
    [0, 0],
    [0.33, 1],
  ],
  'gemma3:1b': [
    [0.2, 1],
    [0.2, 1],
    [0.2, 1],
    [0.4, 1],
    [0.2, 1],
  ],
  'ministral-3:8b': [
    [1, 1],
    [1, 1],
    [0.5, 1],
    [1, 1],
    [0, 0],
  ],
  'ministral-3:14b': [
    [1, 1],
    [1, 1],
    [0.5, 1],
    [1, 1],
    [0.25, 1],
  ],
  'gpt-4.1-mini': [
    [0.33, 1],
    [0.33, 1],
    [0.5, 1],
    [0.67, 1],
    [0.2, 1],
  ],
  'gpt-5-mini': [
    [0.33, 1],
    [0.5, 1],
    [0.25, 1],
    [0.67, 1],
    [0.2, 1],
  ],
};

const tasksFor = (label: string, contexts: readonly string[]): EvaluationTask[] =>
  contexts.map((context) => ({ name: context, context, relevant: [label] }));

/** Contexts that an agent wrote by itself in runs of the authors of the paper. */
export const observedTasks: readonly EvaluationTask[] = [
  ...tasksFor(labels.goal, ['The agent is looking for a goal to achieve.']),
  ...tasksFor(labels.feedback, [
    'Notifying the user that the goal has started.',
    'Notifying the user that the goal has been completed.',
    'The agent wants to notify the user that the goal has been completed.',
    'The agent is notifying the user that the goal has started.',
    'Notify user that the goal has started.',
    'The agent wants to notify the user.',
    "The agent wants to notify the user that the goal 'Move the robot by 10 centimeters' has started.",
    'Notifying user the goal has started: Move the robot by 10 centimeters.',
  ]),
  ...tasksFor(labels.formalizer, [
    'Converting the natural language goal into a formal description.',
    'I want to convert the natural language goal into a formal description.',
    'Want to convert the natural language goal into a formal description.',
  ]),
  ...tasksFor(labels.operation, [
    'The agent wants to control a robot from the formal goal.',
    'The agent wants to control a robot based on a formal goal.',
    'The agent wants to control a robot to achieve a formal goal.',
    'The agent wants to control a robot by executing the formal goal.',
    'The agent wants to control a robot based on a formalized goal.',
  ]),
];

/** Phrases of an operator, for signifiers that agents ask for in words they do not have; chosen after these contexts had failed. */
export const exampleNotes: Readonly<Record<string, readonly string[]>> = {
  [labels.feedback]: ['notify the user', 'tell the user that it is done'],
  [labels.operation]: ['control a robot'],
};

/** Signifiers that have nothing to do with the robot, to be found among and not to be found. */
export const otherSignifiers: readonly (readonly [label: string, context: string])[] = [
  ['weather_forecast', 'Get the weather forecast for a city.'],
  ['mail_send', 'Send an email message to a recipient.'],
  ['calendar_create', 'Create a calendar event with a title, start and end time.'],
  ['gh_issue', 'Create an issue in a GitHub repository.'],
  ['gh_search', 'Search code across repositories.'],
  ['fs_read', 'Read the contents of a file from disk.'],
  ['fs_write', 'Write text to a file on disk.'],
  ['sql_query', 'Run a read-only SQL query against the warehouse.'],
  ['translate', 'Translate text from one language into another language.'],
  ['summarize', 'Summarize a long document.'],
  ['lamp_toggle', 'Turn the lamp on or off.'],
  ['lamp_brightness', 'Set the brightness of the lamp.'],
  ['thermo_read', 'Returns the current temperature in the room.'],
  ['door_lock', 'Lock the front door.'],
  ['camera_snapshot', 'Take a picture with the camera.'],
  ['arm_gripper', 'Set the gripper opening of the robot arm.'],
  ['conveyor_start', 'Start the conveyor belt.'],
  ['ticket_close', 'Close a support ticket after resolution.'],
  ['invoice_create', 'Create an invoice for a customer.'],
  ['payment_refund', 'Refund a payment to a customer.'],
  ['deploy_service', 'Deploy a service to production.'],
  ['logs_tail', 'Stream the latest log lines of a service.'],
  ['user_lookup', 'Look up a user profile by email address.'],
  ['survey_create', 'Create a survey to collect customer opinions.'],
  ['vector_search', 'Search the knowledge base for relevant passages.'],
];

/**
 * One context for each of the thirty signifiers. They were written before the thresholds, but these were chosen with them and all other
 * sets but the Chinese one in view: with the settings that had been specified before any run, they gave a precision of 0.685 and a
 * recall of 0.97.
 */
export const thirtyTasks: readonly EvaluationTask[] = (
  [
    ['goal_mcp_CurrentGoal', 'Find out what the user has asked for'],
    ['goal_mcp_provide_feedback', 'Report to the user whether the goal was achieved'],
    ['formalizer_Formalize goal', 'Turn a sentence in natural language into a command'],
    ['cherrybot_utcp_initialize', 'The robot has to be put into its default state first'],
    ['cherrybot_utcp_operation', 'The agent needs to rotate the robot by 30 degrees'],
    ['weather_forecast', 'Will it rain in Lisbon tomorrow'],
    ['mail_send', 'The agent wants to email the report to Maria'],
    ['calendar_create', 'Schedule a meeting for Friday afternoon'],
    ['gh_issue', 'File a bug in the repository of the project'],
    ['gh_search', 'Look for uses of a function in all repositories'],
    ['fs_read', 'Open the configuration file and look at its contents'],
    ['fs_write', 'Save the generated text to disk'],
    ['sql_query', 'Count the orders of last month in the warehouse'],
    ['translate', 'Say this paragraph in another language'],
    ['summarize', 'Make the long report shorter'],
    ['lamp_toggle', 'Switch the lamp off'],
    ['lamp_brightness', 'Dim the lamp to forty percent'],
    ['thermo_read', 'How warm is it in the room'],
    ['door_lock', 'The agent wants to make sure the front door is locked'],
    ['camera_snapshot', 'Take a photo of the workbench'],
    ['arm_gripper', 'Open the gripper so that the part can be released'],
    ['conveyor_start', 'Get the belt moving'],
    ['ticket_close', 'The support request is resolved and can be closed'],
    ['invoice_create', 'Bill the customer for the repair'],
    ['payment_refund', 'Give the customer the money back'],
    ['deploy_service', 'Release the new version to production'],
    ['logs_tail', 'See the latest log messages of the payment service'],
    ['user_lookup', 'Who is the user with this email address'],
    ['survey_create', 'Ask customers for their opinion on the product'],
    ['vector_search', 'Find passages in the knowledge base about returns'],
  ] as const
).flatMap(([label, context]) => tasksFor(label, [context]));
