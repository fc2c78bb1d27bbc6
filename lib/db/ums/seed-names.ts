import "server-only";

/** Names for the seed people, in ten groups so that given and family names suit each other. All invented pairs. */

type Names = { given: readonly string[]; family: readonly string[] };

const split = (given: string, family: string): Names => ({
  given: given.split(", "),
  family: family.split(", "),
});

export const SEED_NAMES: readonly Names[] = [
  split(
    "Amelia, Oliver, Harriet, Callum, Imogen, Rhys, Saoirse, Declan, Freya, Gareth",
    "Whitcombe, Ashdown, Pryce, Hollis, Macrae, Fennimore, Doyle",
  ),
  split(
    "Lena, Jonas, Käthe, Matthias, Annika, Florian, Greta, Søren, Elke, Björn",
    "Brandt, Weiß, Lindqvist, Hoffmann, Sørensen, Keller, Vogt",
  ),
  split(
    "Inês, Tiago, Camila, Rafael, Beatriz, Thiago, Mariana, João, Luana, Vinícius",
    "Figueiredo, Nascimento, Carvalho, Azevedo, Teixeira, Barbosa, Moura",
  ),
  split(
    "Lucía, Mateo, Ximena, Joaquín, Valentina, Andrés, Paloma, Íñigo, Renata, Emilio",
    "Echeverría, Salgado, Montoya, Quiroga, Zamora, Benítez, Arriaga",
  ),
  split(
    "Wanjiru, Otieno, Amara, Chidi, Nomvula, Kwame, Zainab, Tendai, Abena, Sipho",
    "Mwangi, Okafor, Dlamini, Mensah, Achieng, Moyo, Adeyemi",
  ),
  split(
    "Layla, Omar, Yasmin, Karim, Noor, Tariq, Salma, Idris, Rania, Hamza",
    "Haddad, Mansour, Al Khatib, Benali, Nasser, Rahmani, Aziz",
  ),
  split(
    "Priya, Arjun, Meera, Rohan, Ananya, Vikram, Kavya, Imran, Lakshmi, Dev",
    "Raghunathan, Chatterjee, Deshpande, Iyer, Qureshi, Malhotra, Reddy",
  ),
  split(
    "Mei, Haoran, Yuki, Kenji, Ji-woo, Min-jun, Linh, Tuấn, Siew Ling, Ren",
    "Zhang, Nakamura, Seo, Nguyễn, Tanaka, Lim, Chen",
  ),
  split(
    "Zofia, Łukasz, Milena, Dragan, Katarína, Oleh, Ilona, Bogdan, Jadwiga, Tomáš",
    "Wiśniewska, Kovač, Horváth, Shevchenko, Dvořák, Popescu, Zieliński",
  ),
  split(
    "Aroha, Tane, Leilani, Keoni, Talia, Koa, Marama, Sione, Nayeli, Wikitoria",
    "Parata, Kealoha, Tuilagi, Ngata, Begay, Kahananui, Fonoti",
  ),
];
