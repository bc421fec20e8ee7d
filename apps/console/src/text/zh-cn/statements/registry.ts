import type { uapStatements } from '@countersign/uap/statements';

/** Faults of a registration, a route or a search of the registry; they follow the path of a member. */
export const registryStatements: Readonly<Record<keyof typeof uapStatements, string>> = {
  'uap.shape': '类型错误：{detail}',
  'uap.missing': '必填',
  'uap.too-long': '过长：最多 {limit} 个字符',
  'uap.too-many': '项数过多：最多 {limit} 项',
  'uap.range': '必须是 {min} 到 {max} 之间的整数',
  'uap.one-of': '必须是以下之一：{names:、| 或 }',
  'uap.empty-or-one-of': '必须为空，或是以下之一：{names:、| 或 }',
  'uap.host': '必须是 IP 地址（不能是未指定地址）或带点的域名',
  'uap.duration': '必须是大于零的时长，例如 15s、2m 或 1m30s',
  'uap.order': '必须长于 {name}',
  'uap.path': '必须是以 / 开头的路径',
  'uap.url': '必须是 http 或 https 网址',
  'uap.list': '必须是列表',
  'uap.info': '必须有成员 {name}，其值为对象',
  'uap.info-needed': '智能体必填，除非给出 agent_info_url',
  'uap.info-size': '过大：以 JSON 计最多 {limit} 个字符',
  'uap.secret': '不得发送：能读取注册中心的人都会看到它',
  'uap.not-fetched': '无法获取：{reason}',
  'uap.unknown': '此处不识别',
  'uap.empty-query': '没有可搜索的内容',
};
