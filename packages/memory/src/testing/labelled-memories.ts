import type { Memory } from '../model/memory.ts';
import { memoryOf, sampleNow } from './samples.ts';

const dayMs = 86_400_000;
const daysAgo = (days: number) => sampleNow - days * dayMs;

const workflow = (
  id: string,
  [name, steps, domain]: readonly [string, string, string],
  more: Partial<Omit<Memory, 'type' | 'content'>> = {},
) =>
  memoryOf(
    id,
    'workflow',
    { workflow_name: name, task_description: name, steps, domain, result_status: 'success' },
    more,
  );
const concept = (
  id: string,
  [name, definition]: readonly [string, string],
  more: Partial<Omit<Memory, 'type' | 'content'>> = {},
) => memoryOf(id, 'semantic', { concept_name: name, definition }, more);
const event = (
  id: string,
  [summary, learnings, days]: readonly [string, string, number],
  more: Partial<Omit<Memory, 'type' | 'content'>> & { precedent?: string } = {},
) => {
  const { precedent, ...rest } = more;
  const timestamp = new Date(daysAgo(days)).toISOString();
  const content = { event_summary: summary, learnings, timestamp };
  const chain = precedent === undefined ? {} : { causal_chain: { precedent } };
  return memoryOf(id, 'episodic', { ...content, ...chain }, rest);
};
const profile = (
  id: string,
  [name, type, attributes]: readonly [string, string, object],
  relations: readonly object[] = [],
) => memoryOf(id, 'profile', { entity_name: name, entity_type: type, attributes, relations });

/** What agents of a radio network, of hiring and of a support desk learnt, in English and in Chinese. */
export const labelledMemories: readonly Memory[] = [
  workflow(
    'wf-pci',
    [
      'Repair of a PCI conflict',
      'detect:compare the cell ids of neighbours\nplan:choose a free id\ndeploy:push the configuration\nverify:check the downlink rate',
      'ran',
    ],
    { importance: 'high', links: [{ to: 'sem-pci', kind: 'related' }] },
  ),
  workflow(
    'wf-handover',
    [
      'Tuning of handover thresholds',
      'measure:count dropped calls at the border of cells\nchange:raise the hysteresis by one decibel\nwatch:compare for a day',
      'ran',
    ],
    { links: [{ to: 'wf-pci', kind: 'related' }] },
  ),
  workflow('wf-power', [
    'Reduction of transmit power at night',
    'forecast:predict the load\nlower:reduce the power of idle sectors\nrestore:raise it before the morning peak',
    'ran',
  ]),
  workflow('wf-restart', [
    'Restart of a baseband unit',
    'drain:move users to other cells\nrestart:reboot the board\nconfirm:wait for all carriers to be up',
    'ran',
  ]),
  workflow('wf-shortlist', [
    'Shortlist of freelancers',
    'read:take the requirements of the project\nrank:compare skills and day rates\nask:let the manager choose three',
    'hiring',
  ]),
  workflow('wf-invite', [
    'Invitation to an interview',
    'slot:find a free hour in both calendars\nmail:send the invitation with the video link\nremind:a day before',
    'hiring',
  ]),
  workflow('wf-contract', [
    'Approval of a contract',
    'draft:fill in the template\nlegal:wait for the lawyers\nsign:collect both signatures',
    'hiring',
  ]),
  workflow('wf-refund', [
    'Refund of a duplicate payment',
    'match:find both transactions\ncheck:make sure that the first one was settled\nreturn:send the second one back',
    'billing',
  ]),
  workflow('wf-password', [
    'Reset of a forgotten password',
    'verify:ask two questions about the account\nlink:send a link that ends in an hour',
    'support',
  ]),
  workflow('wf-outage', [
    'Notice of an outage to customers',
    'scope:list the affected regions\nwrite:one message for each language\nupdate:every thirty minutes until it is over',
    'support',
  ]),
  workflow('wf-zh-pci', [
    '物理小区标识冲突修复',
    '检测:比较邻区的小区标识\n规划:选择空闲的标识\n下发:推送配置\n验证:检查下行速率',
    '无线网络',
  ]),
  workflow('wf-zh-weak', [
    '弱覆盖优化',
    '采集:分析测量报告\n调整:修改天线下倾角\n复测:路测确认信号强度',
    '无线网络',
  ]),
  workflow('wf-zh-shopping', [
    '手机网购比价流程',
    '搜索:在三个商城搜索型号\n比较:对比价格和运费\n下单:选择最便宜的商家并付款',
    '购物',
  ]),
  workflow('wf-zh-refund', [
    '退货退款处理',
    '核对:检查订单和退货原因\n收货:确认商品完好\n退款:原路退回货款',
    '客服',
  ]),
  workflow('wf-zh-meeting', [
    '会议安排',
    '查询:查看与会者的日程\n预订:预订会议室\n通知:发送会议邀请',
    '办公',
  ]),
  concept('sem-pci', [
    'Physical cell identity',
    'A number from 0 to 1007 by which phones tell cells apart; neighbours must not share it',
  ]),
  concept('sem-hysteresis', [
    'Hysteresis',
    'A margin in decibels that keeps a phone from switching between two cells again and again',
  ]),
  concept('sem-sla', [
    'Service level agreement',
    'A promise to customers about availability, with penalties when it is broken',
  ]),
  concept('sem-probation', [
    'Probation period',
    'The first months of an employment, in which either side can end it at short notice',
  ]),
  concept('sem-idempotency', [
    'Idempotency key',
    'An identifier that makes a repeated request have no second effect',
  ]),
  concept('sem-zh-kpi', ['接通率', '呼叫成功建立的比例，低于百分之九十八需要排查']),
  concept('sem-zh-tilt', ['天线下倾角', '天线主瓣与水平面之间的夹角，决定覆盖范围']),
  concept('sem-zh-invoice', ['增值税发票', '记录商品和税额的凭证，报销时必须提供']),
  event(
    'ep-drop',
    [
      'Downlink rate of a dense urban site fell by half',
      'Two neighbours had the same identity after a new site was switched on',
      10,
    ],
    { importance: 'high', links: [{ to: 'wf-pci', kind: 'related' }] },
  ),
  event('ep-newsite', ['A new site was switched on downtown', 'Plan the identities before', 12]),
  event(
    'ep-complaints',
    ['Complaints about slow video doubled', 'Customers notice before alarms do', 9],
    { precedent: 'ep-drop' },
  ),
  event('ep-rollback', [
    'A configuration change was rolled back',
    'Never deploy on a Friday evening: nobody watched the counters',
    40,
  ]),
  event('ep-candidate', [
    'A candidate withdrew after two weeks of silence',
    'Answer applicants within three days',
    25,
  ]),
  event('ep-doublebill', [
    'Four hundred customers were charged twice',
    'The job was started again without its idempotency key',
    60,
  ]),
  event('ep-storm', ['A storm cut the power of nine sites', 'Batteries lasted four hours', 100]),
  event('ep-zh-rate', ['市区基站下行速率突然下降', '新站开通后与邻区标识冲突', 5]),
  event('ep-zh-holiday', ['节假日流量激增导致拥塞', '提前一天扩容载波', 30]),
  event('ep-zh-complaint', ['用户投诉退款太慢', '超过三天的退款要主动通知用户', 15]),
  profile(
    'pr-region',
    [
      'Harbour district',
      'region',
      { traffic: 'heavy in the evening', terrain: 'water and cranes' },
    ],
    [{ target_concept: 'Service level agreement', relation_type: 'bound by' }],
  ),
  profile('pr-manager', [
    'Hiring manager',
    'role',
    { preferences: ['short lists', 'no calls before ten'], language: 'English' },
  ]),
  profile('pr-vendor', [
    'Antenna supplier',
    'company',
    { delivery: 'six weeks', habits: ['late in August'] },
  ]),
  profile('pr-zh-buyer', [
    '采购部门',
    '组织',
    { 偏好: ['国产设备', '先试用后付款'], 付款: '月底结算' },
  ]),
];
