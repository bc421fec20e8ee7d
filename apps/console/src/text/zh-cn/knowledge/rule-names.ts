/** Rules that find personal or secret data, and types of slots, by their names. */
const names: Readonly<Record<string, string>> = {
  email: '电子邮件',
  phone: '电话号码',
  handle: '账号名',
  card: '银行卡号',
  iban: '国际银行账号',
  id: '证件号码',
  ip: 'IP 地址',
  mac: 'MAC 地址',
  imei: '设备号',
  device: '设备',
  passport: '护照号码',
  coordinates: '坐标',
  location: '位置',
  address: '地址',
  birth: '出生日期',
  'birth-date': '出生日期',
  birth_date: '出生日期',
  name: '姓名',
  personal: '个人数据',
  person: '可辨认的个人',
  plate: '车牌号',
  wallet: '加密货币钱包',
  login: '登录名',
  'secret-named': '机密',
  unknown: '未知的词',
  'about-a-person': '涉及某个人',
  'table-column': '表格列',
  'written-member': '文本中的字段',
  age: '年龄',
  'api-key': 'API 密钥',
  key: '密钥',
  jwt: 'JWT 令牌',
  token: '令牌',
  pem: 'PEM 密钥',
  authorization: '授权信息',
  secret: '机密',
  random: '随机文本',
  reference: '编号',
  ref: '编号',
  url: '网址',
  host: '主机',
  path: '路径',
  amount: '数值',
  date: '日期',
  time: '时间',
  value: '值',
};

/** The name of a rule or a type: those for the ids of a country and for the names of fields are made of others. */
export function ruleName(rule: string): string {
  const name = Object.hasOwn(names, rule) ? names[rule] : undefined;
  if (name !== undefined) return name;
  const [kind = '', ...rest] = rule.split('-');
  if (kind === 'key' && rest.length > 0) return `按字段名：${ruleName(rest.join('-'))}`;
  if (kind !== 'id' || rest.length !== 1) return rule;
  return rest[0] === 'named' ? '注明的证件号码' : `证件号码（${rest[0]?.toUpperCase() ?? ''}）`;
}
