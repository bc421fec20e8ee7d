import type { Retrieval } from '../retrieve/retrieval.ts';
import { sampleNow } from './samples.ts';

/** A query and the memories that answer it; none = nothing must be found. */
export interface LabelledQuery {
  retrieval: Retrieval;
  expected: readonly string[];
  /** `words`: has words of the memory. `other words`: asks for the same in others. */
  kind: 'words' | 'other words' | 'nothing';
  language: 'en' | 'zh';
}

const dayMs = 86_400_000;
const isChinese = (text: string) => /\p{Script=Han}/u.test(text);
const labelled = (
  mode: Retrieval['mode'],
  kind: LabelledQuery['kind'],
  rows: readonly (readonly [string, ...string[]])[],
): LabelledQuery[] =>
  rows.map(([query, ...expected]) => ({
    retrieval: { mode, query, limit: 5, now: sampleNow },
    expected,
    kind,
    language: isChinese(query) ? 'zh' : 'en',
  }));

const days = (count: number) => sampleNow - count * dayMs;
const timed = (
  query: string,
  more: Omit<Retrieval, 'mode' | 'query' | 'now'>,
  expected: readonly string[],
): LabelledQuery => ({
  retrieval: { mode: 'temporal', query, limit: 5, now: sampleNow, ...more },
  expected,
  kind: 'words',
  language: isChinese(query) ? 'zh' : 'en',
});
const linked = (
  query: string,
  anchors: readonly string[],
  expected: readonly string[],
  depth = 1,
): LabelledQuery => ({
  retrieval: { mode: 'associative', query, anchors, depth, limit: 10, now: sampleNow },
  expected,
  kind: 'words',
  language: isChinese(query) ? 'zh' : 'en',
});

export const labelledQueries: readonly LabelledQuery[] = [
  ...labelled('exact', 'words', [
    ['wf-pci', 'wf-pci'],
    ['domain=billing', 'wf-refund'],
    ['domain=无线网络', 'wf-zh-pci', 'wf-zh-weak'],
    ['"free id"', 'wf-pci'],
    ['day rates', 'wf-shortlist'],
    ['Hysteresis', 'sem-hysteresis', 'wf-handover'],
    ['idempotency key', 'sem-idempotency', 'ep-doublebill'],
    ['entity_type=company', 'pr-vendor'],
    ['下倾角', 'sem-zh-tilt', 'wf-zh-weak'],
    ['增值税发票', 'sem-zh-invoice'],
    ['“小区标识”', 'wf-zh-pci'],
    ['付款=月底结算', 'pr-zh-buyer'],
  ]),
  ...labelled('exact', 'nothing', [['domain=finance'], ['"identity cell"'], ['火锅']]),
  ...labelled('semantic', 'words', [
    ['how do I repair a PCI conflict?', 'wf-pci'],
    ['dropped calls at the border of two cells', 'wf-handover'],
    ['reduce transmit power during the night', 'wf-power'],
    ['reboot the baseband board', 'wf-restart'],
    ['compare skills of freelancers', 'wf-shortlist'],
    ['send an invitation for an interview', 'wf-invite'],
    ['collect signatures for a contract', 'wf-contract'],
    ['duplicate payments must be refunded', 'wf-refund'],
    ['someone forgot the pasword', 'wf-password'],
    ['tell customers about an outage', 'wf-outage'],
    ['what is a physical cell identity', 'sem-pci'],
    ['penalties when availability is broken', 'sem-sla'],
    ['short notice in the first months of employment', 'sem-probation'],
    ['downlink rate fell in the city', 'ep-drop'],
    ['candidate withdrew', 'ep-candidate'],
    ['customers charged twice', 'ep-doublebill'],
    ['how long do batteries last in a storm', 'ep-storm'],
    ['rolling back configuration changes', 'ep-rollback'],
    ['supplier of antennas delivers late', 'pr-vendor'],
    ['traffic in the harbour', 'pr-region'],
    ['物理小区标识冲突怎么修复', 'wf-zh-pci'],
    ['弱覆盖怎么优化', 'wf-zh-weak'],
    ['手机比价', 'wf-zh-shopping'],
    ['帮我处理退货', 'wf-zh-refund'],
    ['安排一个会议', 'wf-zh-meeting'],
    ['接通率是什么', 'sem-zh-kpi'],
    ['报销需要发票吗', 'sem-zh-invoice'],
    ['下行速率下降的原因', 'ep-zh-rate'],
    ['节假日拥塞', 'ep-zh-holiday'],
    ['用户投诉退款', 'ep-zh-complaint'],
    ['采购部门喜欢什么设备', 'pr-zh-buyer'],
    ['天线的夹角', 'sem-zh-tilt'],
  ]),
  ...labelled('semantic', 'other words', [
    ['cells sharing one number', 'sem-pci'],
    ['save energy when traffic is low', 'wf-power'],
    ['give money back that was taken two times', 'wf-refund'],
    ['applicant lost patience', 'ep-candidate'],
    ['locked out of an account', 'wf-password'],
    ['信号不好怎么办', 'wf-zh-weak'],
    ['过节的时候网络很慢', 'ep-zh-holiday'],
    ['把钱还给顾客', 'wf-zh-refund'],
  ]),
  ...labelled('semantic', 'nothing', [
    ['recipe for an apple pie'],
    ['orbit of jupiter'],
    ['红烧肉的做法'],
    ['足球比赛结果'],
  ]),
  timed('', { filter: { since: days(11), until: days(8), types: ['episodic'] } }, [
    'ep-complaints',
    'ep-drop',
  ]),
  timed('', { filter: { since: days(26), until: days(14), types: ['episodic'] } }, [
    'ep-zh-complaint',
    'ep-candidate',
  ]),
  timed('', { anchors: ['ep-drop'], direction: 'before', limit: 1 }, ['ep-newsite']),
  timed('', { anchors: ['ep-drop'], direction: 'after', limit: 1 }, ['ep-complaints']),
  timed('customers', { filter: { types: ['episodic'] } }, ['ep-complaints', 'ep-doublebill']),
  timed('退款', { filter: { types: ['episodic'] } }, ['ep-zh-complaint']),
  timed('基站', { filter: { since: days(7), types: ['episodic'] } }, ['ep-zh-rate']),
  linked('', ['wf-pci'], ['sem-pci', 'wf-handover', 'ep-drop']),
  linked('', ['ep-drop'], ['wf-pci', 'ep-complaints']),
  linked('', ['pr-region'], ['sem-sla']),
  linked('', ['sem-pci'], ['wf-pci', 'wf-handover', 'ep-drop'], 2),
  linked('complaints about slow video', [], ['ep-drop']),
  linked('', ['wf-zh-meeting'], []),
];
