/** Letters and tables as offices have them, which the detection of encodings was not made with. */
import type { SENTENCES } from "./sentences.ts";

export const LETTERS_AND_TABLES = {
  english: [
    "Invoice no. 4711; customer: Müller & Søn; amount: £1,200.50; due: 31.01.2026. Please pay by bank transfer — thank you. Café Olé, 12 Rue de l’Église. The façade needs paint; see § 4 for details about the résumé and the piñata.",
  ],
  german: [
    "Kundennr;Name;Straße;Ort\n1;Jürgen Weiß;Große Gasse 4;Köln\n2;Käthe Böhm;Mühlenweg 11;Nürnberg\n3;Sören Groß;Am Kälberstück 9;Saarbrücken\n4;Änne Öhler;Überseering 30;Göttingen\n",
  ],
  french: [
    "Référence;Désignation;Quantité;Prix\nA1;Théière émaillée;3;12,50 €\nA2;Pâté de canard à l’ancienne;10;4,20 €\nA3;Crème brûlée surgelée;5;7,90 €\nLivraison prévue dès réception du règlement, à Besançon.\n",
  ],
  polish: [
    "Zamówienie nr 15: dziesięć krzeseł, pięć stołów i łóżko. Dostawa nastąpi w środę, źródło finansowania pozostaje bez zmian. Proszę potwierdzić, że wszyscy członkowie zespołu są świadomi kosztów. Część mebli już wysłano.",
    "imię;nazwisko;miejscowość\nŁukasz;Wójcik;Łódź\nMałgorzata;Dąbrowska;Gdańsk\nStanisław;Żółkiewski;Poznań\nGrażyna;Ćwikła;Świnoujście\nPaweł;Zieliński;Białystok\nZbigniew;Kamiński;Rzeszów\n",
  ],
  czech: [
    "Dobrý den, děkujeme za vaši objednávku. Zboží bude odesláno během tří pracovních dnů. Účet k zaplacení naleznete v příloze; v případě dotazů nás neváhejte kontaktovat. S přáním pěkného dne, Jiří Dvořák, vedoucí oddělení.",
    "jméno;příjmení;město\nŽofie;Nováková;Plzeň\nMatěj;Černý;Děčín\nKateřina;Říhová;Liberec\nOndřej;Šťastný;Třebíč\nVěra;Němcová;České Budějovice\nLukáš;Krejčí;Uherské Hradiště\n",
  ],
  hungarian: [
    "Tisztelt Ügyfelünk! Köszönjük megrendelését, amelyet a következő héten fogunk kézbesíteni. A számlát külön levélben küldjük. Kérjük, őrizze meg a bizonylatot, mert csak így tudjuk a cserét elvégezni. Üdvözlettel: Kovács Győző és Tóth Erzsébet.",
  ],
  russian: [
    "Уважаемые коллеги! Напоминаем, что отчёт за третий квартал следует сдать до пятницы. Таблица с расходами приложена, просим проверить суммы и подписать акт. Вопросы направляйте в бухгалтерию.",
    "фамилия;имя;город\nИванов;Пётр;Москва\nСмирнова;Ольга;Казань\nКузнецов;Юрий;Воронеж\nЩербакова;Елена;Хабаровск\nЖуков;Эдуард;Нижний Новгород\nЦветкова;Яна;Ярославль\nФёдоров;Илья;Уфа\n",
  ],
  ukrainian: [
    "Шановні колеги! Нагадуємо, що звіт за третій квартал потрібно здати до п’ятниці. Таблицю з витратами додано, просимо перевірити суми й підписати акт. Її надіслано також бухгалтерії в Києві та Чернігові.",
    "прізвище;ім'я;місто\nШевченко;Олексій;Київ\nКоваленко;Їлія;Львів\nБондаренко;Євген;Вінниця\nТкаченко;Ганна;Чернівці\nМельник;Юрій;Запоріжжя\nПоліщук;Марія;Тернопіль\n",
  ],
  greek: [
    "Αγαπητοί συνεργάτες, σας υπενθυμίζουμε ότι η έκθεση του τρίτου τριμήνου πρέπει να παραδοθεί έως την Παρασκευή. Ο πίνακας με τα έξοδα επισυνάπτεται· ελέγξτε τα ποσά και υπογράψτε.",
    "όνομα;πόλη\nΓιώργος;Αθήνα\nΕλένη;Θεσσαλονίκη\nΔημήτρης;Ηράκλειο\nΚωνσταντίνα;Πάτρα\nΝίκος;Ιωάννινα\nΣοφία;Καλαμάτα\nΠαναγιώτης;Λάρισα\nΒασιλική;Χανιά\n",
  ],
  turkish: [
    "Sayın müşterimiz, siparişiniz için teşekkür ederiz. Ürünler üç iş günü içinde gönderilecektir. Fatura ektedir; sorularınız için lütfen bize yazınız. Şirketimizin İzmir ve Eskişehir’deki şubeleri cumartesi günü de açıktır.",
    "ad;soyad;şehir\nÖmer;Yıldız;Diyarbakır\nAyşe;Çelik;Kırşehir\nGülşen;Doğan;Muğla\nİbrahim;Şahin;Gümüşhane\nHüseyin;Öztürk;Çanakkale\nIşıl;Güneş;Niğde\n",
  ],
  hebrew: [
    "עמיתים יקרים, אנו מזכירים כי יש להגיש את הדוח לרבעון השלישי עד יום שישי. טבלת ההוצאות מצורפת, נא לבדוק את הסכומים ולחתום. שאלות יש להפנות למחלקת הנהלת החשבונות בקומה השנייה.",
  ],
  arabic: [
    "الزملاء الأعزاء، نذكركم بأن تقرير الربع الثالث يجب تسليمه قبل يوم الجمعة. جدول المصروفات مرفق، يرجى مراجعة المبالغ والتوقيع. توجه الأسئلة إلى قسم المحاسبة في الطابق الثاني من المبنى.",
  ],
  lithuanian: [
    "Gerbiami kolegos, primename, kad trečiojo ketvirčio ataskaitą reikia pateikti iki penktadienio. Išlaidų lentelė pridėta, prašome patikrinti sumas ir pasirašyti. Klausimus siųskite į buhalterijos skyrių, esantį antrame aukšte.",
  ],
  thai: [
    "เรียนเพื่อนร่วมงานทุกท่าน ขอเตือนว่าต้องส่งรายงานไตรมาสที่สามภายในวันศุกร์ ตารางค่าใช้จ่ายแนบมาพร้อมนี้ กรุณาตรวจสอบจำนวนเงินและลงชื่อ หากมีคำถามโปรดติดต่อฝ่ายบัญชีที่ชั้นสองของอาคาร และขอขอบคุณสำหรับความร่วมมือของทุกคน",
  ],
  japanese: [
    "社員の皆様へ。第三四半期の報告書は金曜日までに提出してください。経費の一覧表を添付しますので、金額を確認して署名をお願いします。ご質問は経理部までお問い合わせください。来週の会議は中止になりました。よろしくお願いします。",
    "氏名,都市,金額\n佐藤花子,札幌,1200\n鈴木一郎,横浜,3400\n高橋さくら,名古屋,560\n田中健,大阪,7800\n伊藤ユキ,福岡,910\n渡辺誠,仙台,2300\n山本あゆみ,広島,4100\n中村大輔,金沢,650\n小林メグミ,那覇,870\n",
  ],
  chinese: [
    "各位同事：请在星期五之前提交第三季度的报告。费用表附后，请核对金额并签字。如有问题，请联系二楼的财务部。下周的会议已经取消，新的时间将另行通知。谢谢大家的配合，祝工作顺利，身体健康，万事如意。",
    "姓名,城市,金额\n王小明,北京,1200\n李娜,上海,3400\n张伟,广州,560\n刘洋,成都,7800\n陈静,武汉,910\n杨帆,西安,2300\n赵磊,南京,4100\n黄丽,重庆,650\n周杰,沈阳,870\n",
  ],
  taiwanese: [
    "各位同事：請在星期五之前提交第三季的報告。費用表附後，請核對金額並簽名。如有問題，請聯絡二樓的會計部。下週的會議已經取消，新的時間將另行通知。謝謝大家的配合，祝工作順利，身體健康，萬事如意。",
    "姓名,城市,金額\n王小明,臺北,1200\n李淑芬,高雄,3400\n張志豪,臺中,560\n劉怡君,新竹,7800\n陳俊傑,嘉義,910\n楊雅婷,花蓮,2300\n趙建宏,屏東,4100\n黃美玲,桃園,650\n",
  ],
  korean: [
    "직원 여러분께 알립니다. 삼분기 보고서는 금요일까지 제출해 주십시오. 비용 목록을 첨부하오니 금액을 확인하고 서명해 주시기 바랍니다. 질문은 이 층에 있는 회계부로 해 주십시오. 다음 주 회의는 취소되었습니다. 감사합니다.",
    "이름,도시,금액\n김민수,서울,1200\n이영희,부산,3400\n박지훈,대구,560\n최수진,인천,7800\n정우성,광주,910\n강하늘,대전,2300\n조은별,울산,4100\n윤서연,제주,650\n장동건,수원,870\n",
  ],
} satisfies Partial<Record<keyof typeof SENTENCES, readonly string[]>>;
